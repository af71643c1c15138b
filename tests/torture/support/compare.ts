import type { Database } from '#server/database/database'
import type { Said } from './mixedLoad.ts'

/**
 * Compares the database with what the load sent. Returns everything lost, doubled or half written; empty when all is
 * well.
 */
export async function faultsOf({ pool }: Database, said: Said): Promise<string[]> {
  const faults: string[] = []
  // A 422 means that the load itself is wrong, and refused requests prove nothing.
  if (said.statuses.has(422)) faults.push(`${said.statuses.get(422)} requests of the load were refused with 422`)
  const rowsOf = async <Row extends object>(sql: string) => (await pool.query<Row>(sql)).rows

  type Call = { id: string; chave: string; estado: string }
  const calls = await rowsOf<Call>(`SELECT id::text, chave, estado::text FROM ligacao WHERE chave LIKE 'call-%'`)
  const byKey = grouped(calls, ({ chave }) => chave)
  for (const [key, { id, cancelled }] of said.calls) {
    const found = byKey.get(key) ?? []
    if (found.length > 1) faults.push(`call ${key} is doubled`)
    if (id !== null && found[0]?.id !== id) faults.push(`call ${key} was acknowledged and is lost`)
    if (cancelled && found[0]?.estado === 'aberta') faults.push(`the cancel of ${key} was acknowledged and is lost`)
  }

  type Ticket = { id: number; ligacao_id: string; protocolo: string; descricao: string }
  const tickets = await rowsOf<Ticket>('SELECT id, ligacao_id::text, protocolo, descricao FROM atendimento')
  const byCall = new Map(tickets.map((row) => [row.ligacao_id, row]))
  const byId = new Map(tickets.map((row) => [row.id, row]))
  for (const [call, protocolo] of said.tickets) {
    if (byCall.get(call)?.protocolo !== protocolo) faults.push(`ticket ${protocolo} was acknowledged and is lost`)
  }
  for (const [id, { acknowledged, underWay }] of said.words) {
    if (![acknowledged, ...underWay].includes(byId.get(id)?.descricao ?? '-'))
      faults.push(`words of ticket ${id} are lost`)
  }
  if (new Set(tickets.map(({ protocolo }) => protocolo)).size !== tickets.length)
    faults.push('a protocol number is doubled')

  type Event = { descricao: string; lancamento: string; n: number; soma: number }
  const events = await rowsOf<Event>(
    `SELECT descricao, lancamento::text, count(*)::int AS n, sum(valor_centavos)::int AS soma
     FROM evento_faturamento WHERE descricao LIKE 'event-%' GROUP BY 1, 2`,
  )
  const byEvent = grouped(events, ({ descricao }) => descricao)
  for (const { descricao, n, soma } of events) {
    if (n !== 12 || soma !== 10_000)
      faults.push(`event ${descricao} is written by half: ${n} installments, ${soma} cents`)
  }
  for (const [key, acknowledged] of said.events) {
    const found = byEvent.get(key)?.length ?? 0
    if (found > 1) faults.push(`event ${key} is doubled`)
    if (acknowledged && found === 0) faults.push(`event ${key} was acknowledged and is lost`)
  }
  const [keys] = await rowsOf<{ n: number }>(`SELECT count(*)::int AS n FROM idempotencia WHERE chave LIKE 'event-%'`)
  if (keys?.n !== byEvent.size) faults.push(`${byEvent.size} events and ${keys?.n} idempotency keys`)
  return faults
}

function grouped<Row>(rows: Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}
