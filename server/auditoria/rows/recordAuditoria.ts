import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { build, cast, count, db, eb, type Place, statement } from '../database/statement.ts'
import { inTransaction } from '../database/transaction.ts'
import { maxRowId } from '../http/wire.ts'
import type { Period } from '../protocolo/rules/period.ts'
import { formatProtocolo } from '../protocolo/rules/protocolo.ts'
import { formatTelefone } from '../telefone/rules/formatTelefone.ts'
import { isOfCliente, type OfCliente } from './rows/ofCliente.ts'
import { type Acao, type RegistroAuditoria, registroAuditoria } from './wire.ts'

/** A person, and from where they did it. */
export interface Who {
  usuarioId: number
  ip: string
}

export interface AuditEntry extends Partial<Who> {
  tokenId?: number
  acao: Acao
  /** What it was done to: `cliente:17`. */
  alvo?: string
  detalhes?: Record<string, string | number | boolean | null>
  /** When it was done, by the desk's clock; if absent, the database's clock tells it. */
  quando?: Date
}

/** Where entries are written: the database, or a transaction, so that the deed and its entry are both there or neither. */
interface Recorder {
  prisma: Pick<Database['prisma'], 'auditoria'>
}

const rowOf = ({ usuarioId, tokenId, ...entry }: AuditEntry) => ({
  ...entry,
  usuario_id: usuarioId ?? null,
  token_id: tokenId ?? null,
})

/** Appends to the record of who did what. Entries are never changed: the database refuses it. */
export async function recordAuditoria({ prisma }: Recorder, entry: AuditEntry) {
  await prisma.auditoria.create({ data: rowOf(entry) })
}

/** Appends several in one statement. */
export async function recordTogether({ prisma }: Recorder, entries: AuditEntry[]) {
  await prisma.auditoria.createMany({ data: entries.map(rowOf) })
}

/** Appends in the transaction of `client`. */
export async function recordOn({ query }: Database, client: pg.ClientBase, entry: AuditEntry): Promise<void> {
  const { detalhes, ...row } = rowOf(entry)
  // The column's default would be the transaction's start, which may be before it waited for a lock.
  const quando = eb.fn<Date>('clock_timestamp', [])
  const values = { quando, ...row, ...(detalhes && { detalhes: JSON.stringify(detalhes) }) }
  await query(build.insertInto('auditoria').values(values), client)
}

const forgotten = statement('auditoria_forget', (the: Place<{ before: Date; most: number }>) =>
  db.selectNoFrom(
    eb.fn<number>('esquecer_auditoria', [cast(the('before'), 'timestamptz'), cast(the('most'), 'int')]).as('count'),
  ),
)

/** Deletes the oldest entries before an instant, at most `most`; returns how many. Nothing else deletes entries. */
export async function forgetAuditoria({ run }: Database, before: Date, most: number): Promise<number> {
  const [row] = await run(forgotten, { before, most })
  return row?.count ?? 0
}

/** The record, while nobody else counts or records the same action of the same user. */
export interface Ledger {
  /** How often the user did this (to `alvo`, if given) within `ms` milliseconds of `now`, and when first. */
  count: (
    done: { usuario_id: number; acao: Acao; alvo?: string },
    within: { ms: number; now: Date },
  ) => Promise<{ count: number; first: Date | null }>
  record: (entry: AuditEntry) => Promise<void>
}

/** The first key of the advisory locks: any number, but the same in every version. */
const counting = 720_110_546

const held = statement('auditoria_hold', (the: Place<{ what: string }>) =>
  db.selectNoFrom(
    eb.fn('pg_advisory_xact_lock', [sql.lit(counting), eb.fn<number>('hashtext', [the('what')])]).as('held'),
  ),
)

/**
 * Runs the work in a transaction that holds an advisory lock, over all processes, for this user and action: what it
 * counts is still true when it records.
 */
export const withLedger = <T>(
  database: Database,
  { usuarioId, acao }: { usuarioId: number; acao: Acao },
  work: (ledger: Ledger) => Promise<T>,
): Promise<T> =>
  inTransaction(database, async (client) => {
    await database.run(held, { what: `${acao}|${usuarioId}` }, client)
    return work({
      count: async ({ usuario_id, acao, alvo }, { ms, now }) => {
        const [row] = await database.query(
          build
            .selectFrom('auditoria')
            .select(({ fn }) => [count.as('count'), fn.min('quando').as('first')])
            .where('usuario_id', '=', usuario_id)
            .where('acao', '=', acao)
            .$if(alvo !== undefined, (each) => each.where('alvo', '=', alvo ?? ''))
            .where('quando', '>', new Date(now.getTime() - ms))
            // Entries that lie hours ahead were dated before the clock was set back: they count in no hour.
            .where('quando', '<', new Date(now.getTime() + ms)),
          client,
        )
        return row ?? { count: 0, first: null }
      },
      record: (entry) => recordOn(database, client, entry),
    })
  })

interface AutorColumns {
  usuario_id: number | null
  token_id: number | null
  usuario: string | null
  token: string | null
}

/** A user or a token by name; null when nobody is named. */
export function presentAutor({ usuario_id, token_id, usuario, token }: AutorColumns): RegistroAuditoria['autor'] {
  if (usuario_id !== null) return { tipo: 'usuario', nome: usuario ?? `Usuário ${usuario_id}` }
  if (token_id !== null) return { tipo: 'token', nome: token ?? `Token ${token_id}` }
  return null
}

interface Asked extends Partial<OfCliente> {
  acao?: string | undefined
  usuario?: number | undefined
  period?: Period
  after: string | null
  size: number
}

/**
 * The entries that the filters find, newest first: `size` of them, older than `after`. `apos` is where the next page
 * begins, null on the last one.
 */
export async function readAuditoria(
  { query }: Database,
  { acao, usuario, period: { since, until } = { since: null, until: null }, alvos, idCliente, after, size }: Asked,
): Promise<{ registros: RegistroAuditoria[]; apos: string | null }> {
  const rows = await query(
    build
      .selectFrom('auditoria as a')
      .leftJoin('usuario as u', 'u.id', 'a.usuario_id')
      .leftJoin('token as k', 'k.id', 'a.token_id')
      .select(['a.id', 'a.quando', 'a.usuario_id', 'a.token_id', 'u.nome as usuario', 'k.nome as token', 'a.ip'])
      .select(['a.acao', 'a.alvo', 'a.detalhes'])
      .$if(after !== null, (each) => each.where('a.id', '<', after ?? '0'))
      .$if(acao !== undefined, (each) => each.where('a.acao', '=', acao ?? ''))
      .$if(usuario !== undefined, (each) => each.where('a.usuario_id', '=', usuario ?? 0))
      .$if(since !== null, (each) => each.where('a.quando', '>=', since ?? new Date(0)))
      .$if(until !== null, (each) => each.where('a.quando', '<', until ?? new Date(0)))
      .where(alvos ? isOfCliente({ alvos, idCliente }) : sql.lit(true))
      .orderBy('a.id', 'desc')
      .limit(size + 1),
  )
  const registros = rows.slice(0, size).map(({ usuario_id, token_id, usuario, token, detalhes, ...row }) => ({
    ...row,
    detalhes: registroAuditoria.shape.detalhes.parse(detalhes),
    quando: row.quando.toISOString(),
    autor: presentAutor({ usuario_id, token_id, usuario, token }),
  }))
  return { registros, apos: rows.length > size ? (registros.at(-1)?.id ?? null) : null }
}

interface Named {
  nome: string
  id_cliente: number | null
}

/** The names of what each `kind:id` of the record refers to, as far as it still exists. */
export async function namesOf({ prisma }: Database, alvos: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  const texts = (kind: string) =>
    [...new Set(alvos)].flatMap((alvo) => (alvo.startsWith(`${kind}:`) ? alvo.slice(kind.length + 1) : []))
  const ids = (kind: string) =>
    texts(kind).flatMap((id) => (/^\d{1,10}$/.test(id) && Number(id) <= maxRowId ? Number(id) : []))
  const descricao = true
  const [usuarios, tokens, atendimentos, ligacoes, servicos, eventos, tipos, opcoes, modelos] = await Promise.all([
    prisma.usuario.findMany({ where: { id: { in: ids('usuario') } }, select: { id: true, nome: true } }),
    prisma.token.findMany({ where: { id: { in: ids('token') } }, select: { id: true, nome: true } }),
    prisma.atendimento.findMany({
      where: { id: { in: ids('atendimento') } },
      select: { id: true, protocolo: true, id_cliente: true },
    }),
    prisma.ligacao.findMany({
      where: { id: { in: texts('ligacao') } },
      select: { id: true, telefone: true, id_cliente: true },
    }),
    prisma.clienteServico.findMany({
      where: { id_cliente_servico: { in: ids('cliente_servico') } },
      select: { id_cliente_servico: true, nome: true, id_cliente: true },
    }),
    prisma.eventoFaturamento.findMany({
      where: { id_evento_faturamento: { in: ids('evento_faturamento') } },
      select: { id_evento_faturamento: true, descricao, servico: { select: { id_cliente: true } } },
    }),
    prisma.tipoServico.findMany({
      where: { id_tipo_servico: { in: ids('tipo_servico') } },
      select: { id_tipo_servico: true, descricao },
    }),
    prisma.opcaoAtendimento.findMany({
      where: { id: { in: ids('opcao_atendimento') } },
      select: { id: true, descricao },
    }),
    prisma.modeloTexto.findMany({ where: { id: { in: ids('modelo_texto') } }, select: { id: true, titulo: true } }),
  ])
  const found: (readonly [alvo: string, nome: string, id_cliente: number | null])[] = [
    ...usuarios.map(({ id, nome }) => [`usuario:${id}`, nome, null] as const),
    ...tokens.map(({ id, nome }) => [`token:${id}`, `Token ${nome}`, null] as const),
    ...atendimentos.map((of) => [`atendimento:${of.id}`, formatProtocolo(of.protocolo), of.id_cliente] as const),
    ...ligacoes.map((of) => [`ligacao:${of.id}`, formatTelefone(of.telefone), of.id_cliente] as const),
    ...servicos.map((of) => [`cliente_servico:${of.id_cliente_servico}`, of.nome, of.id_cliente] as const),
    ...eventos.map(
      (of) => [`evento_faturamento:${of.id_evento_faturamento}`, of.descricao, of.servico.id_cliente] as const,
    ),
    ...tipos.map((of) => [`tipo_servico:${of.id_tipo_servico}`, of.descricao, null] as const),
    ...opcoes.map((of) => [`opcao_atendimento:${of.id}`, of.descricao, null] as const),
    ...modelos.map((of) => [`modelo_texto:${of.id}`, of.titulo, null] as const),
  ]
  const of = [...ids('cliente'), ...found.flatMap(([, , id_cliente]) => id_cliente ?? [])]
  const clientes = await prisma.cliente.findMany({
    where: { id_cliente: { in: of } },
    select: { id_cliente: true, nome_razaosocial: true },
  })
  const nomes = new Map(clientes.map(({ id_cliente, nome_razaosocial }) => [id_cliente, nome_razaosocial]))
  const named = new Map<string, Named>(
    clientes.map(({ id_cliente, nome_razaosocial: nome }) => [`cliente:${id_cliente}`, { nome, id_cliente }]),
  )
  for (const [alvo, nome, id_cliente] of found) {
    const whose = id_cliente === null ? undefined : nomes.get(id_cliente)
    named.set(alvo, { nome: whose ? `${nome} · ${whose}` : nome, id_cliente: whose ? id_cliente : null })
  }
  return named
}
