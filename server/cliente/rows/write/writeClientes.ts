import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../database/database.ts'
import { keyInForce } from '../../../database/sealed/keyInForce.ts'
import { seal } from '../../../database/sealed/sealedText.ts'
import { build } from '../../../database/statement.ts'
import { isReferenceBroken } from '../../../database/violates.ts'
import type { Mistakes } from '../../../refusal.ts'
import { exportQuery } from '../../rules/listQuery.ts'
import { type Removed, removedBy } from '../../rules/removed.ts'
import { findUnstorable } from '../../rules/storable.ts'
import type { ExportedCliente } from '../../wire/import.ts'
import { TextReader } from '../joiner/texts.ts'
import { alone, announceClientes } from './alone.ts'
import { Catalogo } from './catalogo.ts'
import { Claims } from './claims.ts'
import { findErased } from './erased.ts'
import { clearClientes, holdServicos, insertRows } from './insert.ts'
import { chavesOf, clienteRowsOf, hangingRowsOf, servicoRowsOf } from './recordRows.ts'

export type RefusedCliente = { record: ExportedCliente; mistakes: Mistakes }
type WriteReport = {
  created: number
  updated: number
  unchanged: number
  refused: RefusedCliente[]
  /** What each changed customer loses. Where a password does not open, only the customer's lost services are known. */
  removed: Removed[]
}

/** The best size of one call: customers, and bytes of them. Each call is one transaction. */
export const bestAtOnce = { records: 800, bytes: 4 * 1024 * 1024 }

type WriteOptions = {
  /** Area code of telephones stored without one. */
  dddPadrao?: string | undefined
  /** Judges every record and counts what would happen, and writes nothing. */
  dryRun?: boolean | undefined
}

/**
 * Writes customers with everything that hangs on them. Idempotent: a record that the database holds already changes
 * nothing. All or nothing per customer: what cannot be written is refused by field, and the others of the call are
 * committed, each call in one transaction. Services, addresses, packages, groups and passwords are replaced so that
 * they equal the record. Of two records with one `id_cliente` in a call the second is refused.
 * For a stream use one `openClienteWriter`, and cut the stream into calls of the size `bestAtOnce`.
 */
export async function writeClientes(
  database: Database,
  records: ExportedCliente[],
  options: WriteOptions = {},
): Promise<WriteReport> {
  return openClienteWriter(database, options).write(records)
}

/** Fills in a record that does not tell everything, from what the database holds of the customer. */
export type Complete = (record: ExportedCliente, held: ExportedCliente) => ExportedCliente

type ClienteWriter = { write: (records: ExportedCliente[], complete?: Complete) => Promise<WriteReport> }

/**
 * A writer for the calls of one stream. It remembers the ids of interfaces and equipment, so that each is looked up
 * once, and in a dry run, which leaves no trace in the database, the keys that earlier calls have taken.
 */
export function openClienteWriter(database: Database, options: WriteOptions = {}): ClienteWriter {
  let catalogo = new Catalogo()
  const dryClaims = new Claims()
  const attempt = async (given: ExportedCliente[], complete?: Complete, held = false): Promise<WriteReport> => {
    return alone(database, async (client) => {
      const ids = given.map((record) => record.id_cliente)
      if (held) await holdServicos(database, client, ids)
      const claims = options.dryRun ? dryClaims : new Claims()
      const { records, refused } = await completed(database, client, given, complete)
      const report = await writeBatch(database, client, records, claims, catalogo, options)
      report.refused.push(...refused)
      if (!options.dryRun && report.created + report.updated > 0) await announceClientes(client)
      return report
    })
  }
  return {
    write: async (records, complete) => {
      if (records.length === 0) return { created: 0, updated: 0, unchanged: 0, refused: [], removed: [] }
      try {
        return await attempt(records, complete)
      } catch (error) {
        catalogo = new Catalogo()
        // A billing event was registered between judging and deleting: the second try sees it, and locks the services
        // so that no other comes between. Or a person's erasure deleted an interface or equipment after it was looked
        // up.
        if (!isReferenceBroken(error)) throw error
        return attempt(records, complete, true)
      }
    },
  }
}

/** Reads the customers after the lock is taken, so that a change by another import is not undone. */
async function completed(
  { keys }: Database,
  client: pg.ClientBase,
  given: ExportedCliente[],
  complete: Complete | undefined,
): Promise<{ records: ExportedCliente[]; refused: RefusedCliente[] }> {
  if (!complete) return { records: given, refused: [] }
  const ids = new Set(given.map((record) => record.id_cliente))
  const { texts, closed } = await new TextReader(client, keys, exportQuery).readOpen([...ids])
  const [shut, open] = [new Set(closed), (record: ExportedCliente) => !shut.has(record.id_cliente)]
  const records = given.filter(open).map((record) => {
    const text = texts.get(record.id_cliente)
    return text === undefined ? record : complete(record, JSON.parse(text))
  })
  const mistakes = {
    servicos: ['have a password that does not open: send the whole customer as JSON, or use senhas discard'],
  }
  return { records, refused: given.filter((record) => !open(record)).map((record) => ({ record, mistakes })) }
}

async function writeBatch(
  database: Database,
  client: pg.ClientBase,
  records: ExportedCliente[],
  claims: Claims,
  catalogo: Catalogo,
  { dddPadrao, dryRun }: WriteOptions,
): Promise<WriteReport> {
  await claims.load(database, client, records)
  const erased = await findErased(database, client, records)
  const { accepted, refused } = judgeTogether(records, claims, erased)
  const news = await withoutUnchanged(database, client, accepted, claims, dddPadrao)
  const differing = news.filter(({ record }) => {
    const mistakes = erased.get(record.id_cliente)
    if (mistakes) refused.push({ record, mistakes })
    return !mistakes
  })
  const changed = differing.map(({ record }) => record)
  const removed = differing.flatMap((each) => each.removed ?? [])
  const stale = changed.filter((record) => claims.known.has(record.id_cliente))
  const [updated, created] = [stale.length, changed.length - stale.length]
  const report = { created, updated, unchanged: accepted.length - news.length, refused, removed }
  if (dryRun) return report
  const ids = await catalogo.resolve(database, client, changed)
  if (stale.length > 0) await clearClientes(database, client, stale, claims.ownerOf)
  const key = await keyInForce(database, client)
  const sealed = (place: string, text: string) => seal(key, place, text)
  const making = { ids, dddPadrao, sealed }
  await insertRows(
    client,
    clienteRowsOf(changed),
    () => servicoRowsOf(changed, making),
    () => hangingRowsOf(changed, making),
  )
  return report
}

/** Which records can be written next to each other and to what the database holds, and why the others cannot. */
function judgeTogether(
  records: ExportedCliente[],
  claims: Claims,
  erased: ReadonlyMap<number, Mistakes>,
): { accepted: ExportedCliente[]; refused: RefusedCliente[] } {
  const accepted: ExportedCliente[] = []
  const taken = new Set<number>()
  const refused: RefusedCliente[] = []
  let left = records.filter((record) => {
    const mistakes = findUnstorable(record)
    if (mistakes) refused.push({ record, mistakes })
    return !mistakes
  })
  let waiting: RefusedCliente[] = []
  // Judges refused records again while a round accepts one, which may free a key that an earlier record wants.
  // Backwards, so that a chain of such records takes one round.
  for (let before = Infinity; left.length < before; left = waiting.map(({ record }) => record).reverse()) {
    ;[before, waiting] = [left.length, []]
    for (const record of left) {
      const { id_cliente } = record
      const repeated = taken.has(id_cliente) ? { id_cliente: ['stands twice in one call'] } : null
      // The record of an erased person takes no keys: it equals what the database holds, or `writeBatch` refuses it.
      const mistakes = repeated ?? (erased.has(id_cliente) ? null : claims.refuse(record))
      if (mistakes) waiting.push({ record, mistakes })
      else accepted.push(record)
      if (!mistakes) taken.add(id_cliente)
    }
  }
  return { accepted, refused: [...refused, ...waiting] }
}

/**
 * The records that are new to the database, and those that differ from what it holds, with what they would remove. A
 * customer with a password that does not open differs from every record, and so does one whose telephones have other
 * search keys by now: the area code of numbers without one was set, or a newer version reads a field better.
 */
async function withoutUnchanged(
  { keys, query }: Database,
  client: pg.ClientBase,
  records: ExportedCliente[],
  claims: Claims,
  dddPadrao: string | undefined,
): Promise<{ record: ExportedCliente; removed?: Removed }[]> {
  const ids = records.map((record) => record.id_cliente).filter((id) => claims.known.has(id))
  if (ids.length === 0) return records.map((record) => ({ record }))
  const { texts } = await new TextReader(client, keys, exportQuery).readOpen(ids)
  const stored = build
    .selectFrom('cliente_telefone')
    .select(({ fn }) => ['id_cliente', fn.agg<string[]>('array_agg', ['chave']).as('chaves')])
    .where('id_cliente', '=', ({ fn }) => fn.any(sql.val(ids)))
    .groupBy('id_cliente')
  const chaves = new Map((await query(stored, client)).map((row) => [row.id_cliente, new Set(row.chaves)]))
  return records.flatMap((record) => {
    const text = texts.get(record.id_cliente)
    if (text === undefined) return { record, removed: { servicos: claims.lostBy(record), fields: [] } }
    const canonical = inOutputOrder(record)
    const isFound = isDeepStrictEqual(chaves.get(record.id_cliente) ?? new Set(), chavesOf(record, dddPadrao))
    // Most are equal to the letter; a number may be spelled in two ways (1e-7, 0.0000001).
    if (isFound && text === JSON.stringify(canonical)) return []
    const held: ExportedCliente = JSON.parse(text)
    return isFound && isDeepStrictEqual(held, canonical) ? [] : { record, removed: removedBy(record, held) }
  })
}

/** Sorts services and passwords by their keys, as every list has them, however they came. */
function inOutputOrder(record: ExportedCliente): ExportedCliente {
  const servicos = record.servicos
    .map((servico) => ({
      ...servico,
      senhas: servico.senhas.toSorted((one, other) => one.id_cliente_servico_senha - other.id_cliente_servico_senha),
    }))
    .sort((one, other) => one.id_cliente_servico - other.id_cliente_servico)
  return { ...record, servicos }
}
