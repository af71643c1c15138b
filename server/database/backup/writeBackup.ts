import pg from 'pg'
import { migrationsDone } from '../migrate.ts'
import { ownClient } from '../pool.ts'
import { keysInUse } from '../sealed/keyInForce.ts'
import { checksum, formatVersion, type Head, ownLine } from './backupFormat.ts'
import { countersOf, type Table, tablesOf } from './catalogue.ts'

/** Rows fetched in one turn. */
const batch = 2_000

/**
 * The whole database as a backup's text, in pieces, from one snapshot: rows written meanwhile are not in it. It holds
 * one batch in memory at a time. `onRows` gets the number of rows so far.
 */
export async function* writeBackup(
  pool: pg.Pool,
  { alo, now }: { alo: string; now: Date },
  onRows: (rows: number) => void,
): AsyncGenerator<string> {
  const client = await ownClient(pool, { application_name: 'alo backup' })
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const sum = checksum()
    const seal = (text: string) => {
      sum.update(text)
      return text
    }
    const first: Head = {
      formato: 'alo-backup',
      versao: formatVersion,
      alo,
      criado_em: now.toISOString(),
      migracoes: await migrationsDone(client),
      chaves: await keysInUse(client),
    }
    yield seal(`${ownLine(first)}\n`)
    const linhas: Record<string, number> = {}
    let total = 0
    for (const { chave, ...table } of await tablesOf(client)) {
      yield seal(`${ownLine({ tabela: table.nome, colunas: table.colunas })}\n`)
      linhas[table.nome] = 0
      for await (const rows of rowsOf(client, table, chave)) {
        linhas[table.nome] = (linhas[table.nome] ?? 0) + rows.length
        total += rows.length
        yield seal(`${rows.join('\n')}\n`)
        onRows(total)
      }
    }
    const contadores = await countersOf(client)
    await client.query('COMMIT')
    yield `${ownLine({ linhas, contadores, sha256: sum.digest('hex') })}\n`
  } finally {
    await client.end()
  }
}

async function* rowsOf(client: pg.Client, { nome, colunas }: Table, chave: string[]): AsyncGenerator<string[]> {
  const names = (list: string[]) => list.map((name) => pg.escapeIdentifier(name)).join(', ')
  // A row may point at an earlier one of its own table, so the rows come in the order of their keys.
  const order = chave.length > 0 ? ` ORDER BY ${names(chave)}` : ''
  await client.query(
    `DECLARE linhas NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS linha
     FROM (SELECT ${names(colunas)} FROM ${pg.escapeIdentifier(nome)}${order}) t`,
  )
  for (;;) {
    const { rows } = await client.query<[string]>({ text: `FETCH ${batch} FROM linhas`, rowMode: 'array' })
    if (rows.length === 0) break
    // A column of type json is kept as it was written: line breaks between its values may be spaces, and none is inside one.
    yield rows.map(([linha]) => linha.replaceAll('\n', ' '))
  }
  await client.query('CLOSE linhas')
}
