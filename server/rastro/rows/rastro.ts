import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { cutPage, olderThan, type PageEnd } from '../../database/pages.ts'
import { build, cast, db, ifGiven, jsonTable, type Place, statement } from '../../database/statement.ts'
import { type Pedido, pedido } from '../rules/pedido.ts'
import { numberOf, numbersOf } from './numbers.ts'

/** Requests that are written together, with the numbers they are found by. */
export interface Batch {
  quando: Date
  chaves: number[]
  pedidos: Pedido[]
}

type Row = Pick<Batch, 'quando' | 'chaves'> & { pedidos: unknown }
const rowTypes = { quando: 'timestamptz', chaves: 'int[]', pedidos: 'json' } as const

// Prepared, and with one text: Prisma walks through every number of every request, a tenth of a busy desk's work.
const written = statement('rastro_write', (the: Place<{ batches: string }>) =>
  db
    .insertInto('rastro')
    .columns(['quando', 'chaves', 'pedidos'])
    .expression(
      db.selectFrom(jsonTable<Row, 'b'>(the('batches'), 'b', rowTypes)).select(['b.quando', 'b.chaves', 'b.pedidos']),
    ),
)

export const writeBatches = ({ run }: Database, batches: readonly Batch[]) =>
  run(written, { batches: JSON.stringify(batches) })

interface Wanted {
  /** Any of these; null for all there are. */
  numbers: readonly number[] | null
  since: Date
  until: Date
}

/** Rows that are read at a time: at a quiet desk each holds one request or two, at a busy one a hundred. */
const pages = { all: 10, found: 60 }

/** Yields the batches that may hold what is wanted, newest first. Pages are read only as the caller goes on. */
export async function* readRastros(
  { query }: Database,
  { numbers, since, until }: Wanted,
): AsyncGenerator<{ id: string; pedidos: Pedido[] }> {
  const size = numbers ? pages.found : pages.all
  for (let after: PageEnd<string> | null = null; ; ) {
    const all = build
      .selectFrom('rastro')
      .select(['id', 'quando', 'pedidos'])
      .where('quando', '>=', since)
      .where('quando', '<=', until)
      .where(() => ifGiven(after, (end) => olderThan(end, 'quando', 'id')))
    // Rows are found by number first, however many the period has: offset 0 keeps the planner from going by time first.
    const meant = numbers ? all.where('chaves', '&&', cast([...numbers], 'int[]')).offset(0) : all
    const rows = await query(
      build
        .selectFrom(meant.as('r'))
        .select(['r.id', 'r.quando', 'r.pedidos'])
        .orderBy('r.quando', 'desc')
        .orderBy('r.id', 'desc')
        .limit(size + 1),
    )
    const { page, next } = cutPage(rows, size, ({ quando: em, id }) => ({ em, id }))
    for (const { id, pedidos } of page) yield { id, pedidos: pedido.array().parse(pedidos) }
    if (!next) return
    after = next
  }
}

/** Deletes batches from before an instant, at most `most`; returns how many. */
export async function forgetRastros({ query }: Database, before: Date, most: number): Promise<number> {
  const old = build.selectFrom('rastro').select('id').where('quando', '<', before).orderBy('quando').limit(most)
  return (await query(build.deleteFrom('rastro').where('id', 'in', old).returning('id'))).length
}

/**
 * What requests may name of a person: the search keys of their telephones, those of other numbers that called for them
 * alone, and their calls.
 */
interface OfTitular {
  telefones: readonly string[]
  numeros: readonly string[]
  ligacoes: readonly { id: string; chave: string | null; telefone_chave: string }[]
}

const numbersOfTitular = ({ telefones, ligacoes }: OfTitular): number[] => [
  ...telefones.map((chave) => numberOf('telefone', chave)),
  ...ligacoes.flatMap(({ chave }) => (chave ? numberOf('chave', chave) : [])),
  ...ligacoes.flatMap(({ telefone_chave }) => (telefone_chave ? numberOf('telefone', telefone_chave) : [])),
]

/**
 * Whether a request is about the person: it has one of their telephones, or is about one of their calls. One that names
 * no call is about them if its number called for them alone, or if it has the key of their call and no other number
 * than that call: an exchange's keys may begin anew.
 */
function isOfTitular({ telefones, numeros, ligacoes }: OfTitular): (pedido: Pedido) => boolean {
  const ids = new Set(ligacoes.map(({ id }) => id))
  const isOfKey = ({ telefone_chave = '', chave }: Pedido) =>
    ligacoes.some((call) => call.chave === chave && ['', call.telefone_chave].includes(telefone_chave))
  return (pedido) =>
    telefones.includes(pedido.telefone_chave ?? '') ||
    (pedido.ligacao === undefined
      ? isOfKey(pedido) || numeros.includes(pedido.telefone_chave ?? '')
      : ids.has(pedido.ligacao))
}

/** What exchanges asked about a person, oldest first. */
export async function rastrosOf({ query }: Database, titular: OfTitular): Promise<Pedido[]> {
  const numbers = numbersOfTitular(titular)
  if (numbers.length === 0) return []
  const held = build
    .selectFrom('rastro')
    .select('pedidos')
    .where('chaves', '&&', cast(numbers, 'int[]'))
    .orderBy('quando')
  const rows = await query(held)
  return rows.flatMap(({ pedidos }) => pedido.array().parse(pedidos)).filter(isOfTitular(titular))
}

/** Takes a person's telephones and call keys out of what is kept of requests, in the transaction of `client`. */
export async function eraseRastros({ query }: Database, titular: OfTitular, client: pg.ClientBase): Promise<void> {
  const numbers = numbersOfTitular(titular)
  if (numbers.length === 0) return
  const meant = isOfTitular(titular)
  const held = build
    .selectFrom('rastro')
    .select(['id', 'pedidos'])
    .where('chaves', '&&', cast(numbers, 'int[]'))
    .orderBy('id')
    .forUpdate()
  for (const { id, pedidos } of await query(held, client)) {
    const left = pedido.array().parse(pedidos)
    for (const each of left.filter(meant)) {
      delete each.telefone
      delete each.telefone_chave
      delete each.chave
    }
    const set = { pedidos: JSON.stringify(left), chaves: [...new Set(left.flatMap(numbersOf))] }
    await query(build.updateTable('rastro').set(set).where('id', '=', id), client)
  }
}
