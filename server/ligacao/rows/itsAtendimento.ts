import { sql } from 'kysely'
import { recordAuditoria, type Who } from '../../auditoria/rows/recordAuditoria.ts'
import type { Acao } from '../../auditoria/wire.ts'
import type { Database } from '../../database/database.ts'
import type { Prisma } from '../../database/generated/prisma/client.ts'
import { column, columns } from '../../database/statement.ts'
import { formatProtocolo } from '../../protocolo/rules/protocolo.ts'
import { type Atendimento, atendimento } from '../wire/ligacao.ts'

/** This many characters of a ticket's words are enough to recognise it. */
const shownWords = 160

/** SQL: the first words of a ticket, in one line; `atendimento` is its alias. Screens shorten with `showSavedWords`. */
export const firstWordsOf = (atendimento: string) =>
  sql<string>`trim(left(regexp_replace(left(${column('atendimento', atendimento, 'descricao')}, 400), '\\s+', ' ', 'g'), ${sql.lit(shownWords)}))`

/** The columns of a row `a` of atendimento that its wire shows. */
export const atendimentoColumns = columns(
  'atendimento',
  'a',
  atendimento.omit({ protocolo_formatado: true }).keyof().options,
)

type Instant = Date | string

/** A row of atendimento; instants are ISO 8601 texts when it came as JSON. */
interface AtendimentoRow extends Omit<Atendimento, 'protocolo_formatado' | 'criado_em' | 'fechado_em'> {
  criado_em: Instant
  fechado_em: Instant | null
}

export function presentAtendimento({ id, protocolo, descricao, estado, versao, ...row }: AtendimentoRow): Atendimento {
  return {
    id,
    protocolo,
    protocolo_formatado: formatProtocolo(protocolo),
    usuario_id: row.usuario_id,
    descricao,
    id_motivo: row.id_motivo,
    id_desfecho: row.id_desfecho,
    estado,
    versao,
    criado_em: new Date(row.criado_em).toISOString(),
    fechado_em: row.fechado_em === null ? null : new Date(row.fechado_em).toISOString(),
  }
}

export const passado: Acao = 'atendimento_passado'

/** The name of the ticket's present agent, if it was the user's once; null when it never was. */
export async function holderAfter({ prisma }: Database, usuarioId: number, id: number): Promise<string | null> {
  const row = await prisma.atendimento.findUnique({
    where: { id },
    select: { aberto_por: true, passado_de: true, usuario: { select: { nome: true } } },
  })
  if (!row) return null
  if (row.aberto_por === usuarioId || row.passado_de === usuarioId) return row.usuario.nome
  // The ticket names its first agent and the one before its present agent; the record knows all others.
  const passed = await prisma.auditoria.findFirst({
    where: { acao: passado, alvo: `atendimento:${id}`, detalhes: { path: ['de'], equals: usuarioId } },
    select: { id: true },
  })
  return passed && row.usuario.nome
}

/** Locks the call's row until the transaction ends, by an update that changes nothing. */
const holdCall = async (tx: Prisma.TransactionClient, id: string, usuario_id: number) => {
  const [call] = await tx.ligacao.updateManyAndReturn({
    where: { id, usuario_id },
    data: { versao: { increment: 0 } },
    select: { id_cliente: true, estado: true, atendida_em: true, grupo: true },
  })
  return call
}

/** Moves the reminders of a call, or of its ticket, to its customer; returns the ids of the users they belong to. */
export async function moveLembretes(
  tx: Prisma.TransactionClient,
  { ligacao_id, atendimento_id }: { ligacao_id: string | null; atendimento_id: number | undefined },
  id_cliente: number,
): Promise<number[]> {
  const of = [
    ...(ligacao_id === null ? [] : [{ ligacao_id }]),
    ...(atendimento_id === undefined ? [] : [{ atendimento_id }]),
  ]
  const moved = await tx.lembrete.updateManyAndReturn({
    where: { OR: of },
    data: { id_cliente },
    select: { usuario_id: true },
  })
  return [...new Set(moved.map(({ usuario_id }) => usuario_id))]
}

/** Sets the customer of a ticket, on record. */
export async function giveCliente(
  tx: Prisma.TransactionClient,
  who: Who,
  { id, protocolo, id_cliente }: { id: number; protocolo: string; id_cliente: number | null },
  idCliente: number,
  now: Date,
): Promise<void> {
  await tx.atendimento.update({ where: { id }, data: { id_cliente: idCliente, atualizado_em: now } })
  const detalhes = { protocolo, de: id_cliente, para: idCliente }
  const entry = { ...who, alvo: `atendimento:${id}`, detalhes, quando: now }
  await recordAuditoria({ prisma: tx }, { ...entry, acao: 'atendimento_cliente_alterado' })
}

interface ClienteLink {
  usuarioId: number
  ligacaoId: string
  idCliente: number
  /** For the record. */
  ip: string
  now: Date
}

/** The ids of the users whose reminders moved along. */
export interface Linked {
  donos: number[]
}

type ClienteLinked = Linked | 'unchanged' | 'no_call' | 'no_cliente' | 'over' | 'grouped' | 'passed'

/**
 * Links a customer to an open call, or to any call that has a ticket, as its agent says. The ticket gets the same
 * customer, which goes on record, and so do their reminders. Nothing is done if the ticket was passed on (`passed`).
 * The link is a sign that an open call is attended.
 */
export const linkCall = (
  { prisma }: Database,
  { usuarioId, ligacaoId, idCliente, ip, now }: ClienteLink,
): Promise<ClienteLinked> =>
  prisma.$transaction(async (tx) => {
    // The call is locked before its ticket (docs/decisions/0077), so that nobody opens a ticket meanwhile.
    const call = await holdCall(tx, ligacaoId, usuarioId)
    if (!call) return 'no_call'
    const [atendimento] = await tx.atendimento.updateManyAndReturn({
      where: { ligacao_id: ligacaoId },
      data: { versao: { increment: 0 } },
    })
    if (call.estado !== 'aberta' && !atendimento) return 'over'
    if (!(await tx.cliente.findUnique({ where: { id_cliente: idCliente }, select: { id_cliente: true } })))
      return 'no_cliente'
    const moves = atendimento !== undefined && atendimento.id_cliente !== idCliente
    if (moves && atendimento.usuario_id !== usuarioId) return 'passed'
    const attends = call.estado === 'aberta' && call.atendida_em === null
    if (attends && call.grupo !== null) return 'grouped'
    if (call.id_cliente === idCliente && !attends && !moves) return 'unchanged'
    await tx.ligacao.update({
      where: { id: ligacaoId },
      data: { id_cliente: idCliente, versao: { increment: 1 }, ...(attends && { atendida_em: now }) },
    })
    if (moves) await giveCliente(tx, { usuarioId, ip }, atendimento, idCliente, now)
    return { donos: await moveLembretes(tx, { ligacao_id: ligacaoId, atendimento_id: atendimento?.id }, idCliente) }
  })
