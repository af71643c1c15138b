import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { PrismaClient } from '../../database/generated/prisma/client.ts'
import { db, type Place, statement, truth } from '../../database/statement.ts'
import { isTaken } from '../../database/violates.ts'
import { makeProtocolo, maxSequencia, ProtocoloEsgotadoError } from '../../protocolo/rules/protocolo.ts'

type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/** A change by nothing holds the row to the transaction's end. */
const holdCall = async (tx: Transaction, id: string, usuario_id: number) => {
  const [call] = await tx.ligacao.updateManyAndReturn({
    where: { id, usuario_id },
    data: { versao: { increment: 0 } },
    select: { id_cliente: true, estado: true, atendida_em: true, grupo: true },
  })
  return call
}

export interface TicketOpening {
  usuarioId: number
  ligacaoId: string
  /** The day of the desk's own calendar, YYYY-MM-DD. */
  dia: string
  now: Date
}

/** `grouped`: the call rings others too, and must be attended first. */
export type TicketOpened = 'opened' | 'existing' | 'no_call' | 'over' | 'grouped'

type Opening = { id: string; usuario_id: number; dia: string; primeiro: string; now: Date }

const opening = statement('ticket_open', (the: Place<Opening>) =>
  db
    .with('chamada', (of) =>
      of
        .selectFrom('ligacao as l')
        .select(['l.id', 'l.usuario_id', 'l.id_cliente', 'l.telefone_chave', 'l.estado'])
        .select(truth`l.grupo is not null and l.atendida_em is null`.as('em_grupo'))
        .select(truth`exists (select from atendimento a where a.ligacao_id = l.id)`.as('existente'))
        .where('l.id', '=', the('id'))
        .where('l.usuario_id', '=', the('usuario_id'))
        .forUpdate(),
    )
    .with('numero', (of) =>
      of
        .insertInto('protocolo_diario')
        .columns(['dia', 'ultimo'])
        .expression((each) =>
          each
            .selectFrom('chamada')
            .select([the('dia').as('dia'), sql<number>`1`.as('ultimo')])
            .where('estado', '=', 'aberta')
            .where(truth`not em_grupo and not existente`),
        )
        .onConflict((on) =>
          on
            .column('dia')
            .doUpdateSet((each) => ({ ultimo: each('protocolo_diario.ultimo', '+', 1) }))
            .where('protocolo_diario.ultimo', '<', maxSequencia),
        )
        .returning('ultimo'),
    )
    .with('aberto', (of) =>
      of
        .insertInto('atendimento')
        .columns([
          'protocolo',
          'ligacao_id',
          'id_cliente',
          'usuario_id',
          'telefone_chave',
          'criado_em',
          'atualizado_em',
        ])
        .expression((each) =>
          each
            .selectFrom(['chamada as c', 'numero as n'])
            .select([
              sql<string>`(${the('primeiro')}::bigint + n.ultimo - 1)::text`.as('protocolo'),
              ...(['c.id', 'c.id_cliente', 'c.usuario_id', 'c.telefone_chave'] as const),
              sql<Date>`${the('now')}::timestamptz`.as('criado_em'),
              sql<Date>`${the('now')}::timestamptz`.as('atualizado_em'),
            ]),
        )
        .returning('ligacao_id'),
    )
    .with('atendida', (of) =>
      of
        .updateTable('ligacao as l')
        .from('aberto as a')
        .set((each) => ({
          atendida_em: sql<Date>`coalesce(l.atendida_em, ${the('now')}::timestamptz)`,
          versao: each('l.versao', '+', 1),
        }))
        .whereRef('l.id', '=', 'a.ligacao_id'),
    )
    .selectFrom('chamada')
    .select(['estado', 'em_grupo', 'existente'])
    .select((each) => each.exists(each.selectFrom('aberto').select('ligacao_id')).as('aberto')),
)

/**
 * One ticket a call, in one round trip: the row of the call is held while the number is taken, and the day's row while it
 * counts, so that no number is given twice and none is lost. It is a sign that the call is attended.
 * @throws ProtocoloEsgotadoError
 */
export async function openTicket(
  { run }: Database,
  { usuarioId, ligacaoId, dia, now }: TicketOpening,
): Promise<TicketOpened> {
  const asked = { id: ligacaoId, usuario_id: usuarioId, dia, primeiro: makeProtocolo(dia, 1), now }
  try {
    const [call] = await run(opening, asked)
    if (!call) return 'no_call'
    if (call.aberto) return 'opened'
    if (call.existente) return 'existing'
    if (call.estado !== 'aberta') return 'over'
    if (call.em_grupo) return 'grouped'
  } catch (error) {
    // Another click was committed while this one waited for the call: it saw no ticket yet, and took nothing.
    if (isTaken(error, 'atendimento_ligacao_id_key')) return 'existing'
    throw error
  }
  throw new ProtocoloEsgotadoError(dia, maxSequencia + 1)
}

export interface ClienteLink {
  usuarioId: number
  ligacaoId: string
  idCliente: number
  /** For the record. */
  ip: string
  now: Date
}

export type ClienteLinked = 'linked' | 'unchanged' | 'no_call' | 'no_cliente' | 'over' | 'grouped' | 'passed'

/**
 * The agent says who calls, or who called: of an open window, or of any call that has its ticket, whose customer moves along
 * and goes on record; not once it was passed on. It is a sign that an open call is attended.
 */
export const linkCall = (
  { prisma }: Database,
  { usuarioId, ligacaoId, idCliente, ip, now }: ClienteLink,
): Promise<ClienteLinked> =>
  prisma.$transaction(async (tx) => {
    // The call before its ticket (docs/decisions/0077): nobody opens one meanwhile.
    const call = await holdCall(tx, ligacaoId, usuarioId)
    if (!call) return 'no_call'
    const [ticket] = await tx.atendimento.updateManyAndReturn({
      where: { ligacao_id: ligacaoId },
      data: { versao: { increment: 0 } },
    })
    if (call.estado !== 'aberta' && !ticket) return 'over'
    if (!(await tx.cliente.findUnique({ where: { id_cliente: idCliente }, select: { id_cliente: true } })))
      return 'no_cliente'
    const moves = ticket !== undefined && ticket.id_cliente !== idCliente
    if (moves && ticket.usuario_id !== usuarioId) return 'passed'
    const attends = call.estado === 'aberta' && call.atendida_em === null
    if (attends && call.grupo !== null) return 'grouped'
    if (call.id_cliente === idCliente && !attends && !moves) return 'unchanged'
    await tx.ligacao.update({
      where: { id: ligacaoId },
      data: { id_cliente: idCliente, versao: { increment: 1 }, ...(attends && { atendida_em: now }) },
    })
    if (moves) {
      await tx.atendimento.update({ where: { id: ticket.id }, data: { id_cliente: idCliente, atualizado_em: now } })
      await tx.auditoria.create({
        data: {
          usuario_id: usuarioId,
          ip,
          acao: 'atendimento_cliente_alterado',
          alvo: `atendimento:${ticket.id}`,
          detalhes: { protocolo: ticket.protocolo, de: ticket.id_cliente, para: idCliente },
          quando: now,
        },
      })
    }
    return 'linked'
  })
