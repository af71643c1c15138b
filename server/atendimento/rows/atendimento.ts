import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Prisma } from '../../database/generated/prisma/client.ts'
import { column, columns } from '../../database/statement.ts'
import { formatProtocolo } from '../../protocolo/rules/protocolo.ts'
import {
  type Atendimento,
  type AtendimentoListado,
  atendimento,
  type SaveAtendimentoRequest,
} from '../wire/atendimento.ts'

/** So many characters of a ticket's words are enough to know it again. */
const shownWords = 160

/** The first words of the ticket of that alias, in one line. */
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

/** What a save changes; `busca` is the words' fold. */
export type TicketChange = SaveAtendimentoRequest & { busca: string | undefined }

/**
 * Moves the version of a ticket's call on, because its window shows the ticket too. First of all that is written: whoever
 * writes a call and its ticket holds the call before (docs/decisions/0077). A version too many does no harm.
 */
const moveCall = (tx: Prisma.TransactionClient, atendimento: Prisma.AtendimentoWhereInput) =>
  tx.ligacao.updateMany({ where: { atendimento }, data: { versao: { increment: 1 } } })

/** Saves on top of the version that was read; false when another save was faster or the ticket is not the user's. */
export function saveWords(
  { prisma }: Database,
  usuarioId: number,
  id: number,
  { versao, descricao, busca, estado, id_motivo, id_desfecho }: TicketChange,
  now: Date,
): Promise<boolean> {
  const where = { id, usuario_id: usuarioId, versao }
  return prisma.$transaction(async (tx) => {
    await moveCall(tx, where)
    const { count } = await tx.atendimento.updateMany({
      where,
      data: {
        versao: { increment: 1 },
        atualizado_em: now,
        ...(descricao !== undefined && { descricao }),
        ...(busca !== undefined && { busca }),
        ...(estado !== undefined && { estado, fechado_em: estado === 'fechado' ? now : null }),
        // What came of it is open again.
        ...(estado === 'aberto' && { id_desfecho: null }),
        ...(id_motivo !== undefined && { id_motivo }),
        ...(id_desfecho !== undefined && { id_desfecho }),
      },
    })
    return count > 0
  })
}

/** Which of the choices are no option of their list, or one out of use that the ticket does not have already. */
export async function unknownChoices(
  { prisma }: Database,
  id: number,
  chosen: Pick<SaveAtendimentoRequest, 'id_motivo' | 'id_desfecho'>,
): Promise<('id_motivo' | 'id_desfecho')[]> {
  const wanted = (['id_motivo', 'id_desfecho'] as const).flatMap((field) => {
    const opcao = chosen[field]
    return typeof opcao === 'number' ? [{ field, opcao }] : []
  })
  if (wanted.length === 0) return []
  const [opcoes, ticket] = await Promise.all([
    prisma.opcaoAtendimento.findMany({ where: { id: { in: wanted.map(({ opcao }) => opcao) } } }),
    prisma.atendimento.findUnique({ where: { id }, select: { id_motivo: true, id_desfecho: true } }),
  ])
  return wanted
    .filter(({ field, opcao }) => {
      const known = opcoes.find((each) => each.id === opcao && `id_${each.lista}` === field)
      return !known?.ativo && !(known && ticket?.[field] === opcao)
    })
    .map(({ field }) => field)
}

export interface Passing {
  id: number
  /** The version that was read. */
  versao: number
  /** Whose it must be; null: anybody's. */
  de: number | null
  para: number
  who: { usuarioId: number; ip: string }
  now: Date
}

const passado = 'atendimento_passado'

/** Gives an open ticket to a colleague, with an entry in the record; whose it was, or null when nothing was done. */
export function passTicket({ prisma }: Database, { id, versao, de, para, who, now }: Passing): Promise<number | null> {
  return prisma.$transaction(async (tx) => {
    const where = { id, versao, estado: 'aberto' as const, ...(de !== null && { usuario_id: de }) }
    const held = await tx.atendimento.findFirst({ where, select: { usuario_id: true, aberto_por: true } })
    if (!held || held.usuario_id === para) return null
    await moveCall(tx, where)
    const { count } = await tx.atendimento.updateMany({
      where: { ...where, usuario_id: held.usuario_id },
      data: {
        versao: { increment: 1 },
        atualizado_em: now,
        usuario_id: para,
        aberto_por: held.aberto_por ?? held.usuario_id,
        passado_de: held.usuario_id,
        passado_em: now,
      },
    })
    if (count === 0) return null
    await tx.auditoria.create({
      data: {
        usuario_id: who.usuarioId,
        ip: who.ip,
        acao: passado,
        alvo: `atendimento:${id}`,
        detalhes: { de: held.usuario_id, para },
      },
    })
    return held.usuario_id
  })
}

/** Who has the ticket now, if it was the user's once; null when it never was. */
export async function holderAfter({ prisma }: Database, usuarioId: number, id: number): Promise<string | null> {
  const row = await prisma.atendimento.findUnique({
    where: { id },
    select: { aberto_por: true, passado_de: true, usuario: { select: { nome: true } } },
  })
  if (!row) return null
  if (row.aberto_por === usuarioId || row.passado_de === usuarioId) return row.usuario.nome
  // The ticket knows its first agent and its last but one; of all others the record tells.
  const passed = await prisma.auditoria.findFirst({
    where: { acao: passado, alvo: `atendimento:${id}`, detalhes: { path: ['de'], equals: usuarioId } },
    select: { id: true },
  })
  return passed && row.usuario.nome
}

export const atendimentoById = ({ prisma }: Database, usuarioId: number, id: number) =>
  prisma.atendimento.findFirst({ where: { id, usuario_id: usuarioId } })

/** The user's own tickets in one state, newest first, at most 50, each with its customer's name. */
export async function atendimentosOf(
  { prisma }: Database,
  usuarioId: number,
  estado: Atendimento['estado'],
): Promise<AtendimentoListado[]> {
  const rows = await prisma.atendimento.findMany({
    where: { usuario_id: usuarioId, estado },
    include: { anterior: { select: { nome: true } } },
    orderBy: [{ criado_em: 'desc' }, { id: 'desc' }],
    take: 50,
  })
  const clientes = await prisma.cliente.findMany({
    where: { id_cliente: { in: rows.flatMap((row) => row.id_cliente ?? []) } },
    select: { id_cliente: true, codigo_cliente: true, nome_razaosocial: true },
  })
  const byId = new Map(clientes.map((cliente) => [cliente.id_cliente, cliente]))
  return rows.map((row) => ({
    ...presentAtendimento(row),
    passado_de: row.anterior?.nome ?? null,
    cliente: row.id_cliente === null ? null : (byId.get(row.id_cliente) ?? removed(row.id_cliente)),
  }))
}

const removed = (id_cliente: number) => ({ id_cliente, codigo_cliente: 0, nome_razaosocial: 'Cliente removido' })
