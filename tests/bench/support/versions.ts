import { execFileSync } from 'node:child_process'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { hashToken } from '#server/acesso/recognizeToken'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { startPostgres } from '../../support/postgres/startPostgres.ts'
import { type DeskProcess, freePort, startProcess } from '../../support/process.ts'
import { clientes, maxAgents, ramalOf, secret, sessionOf, token } from '../ring/agents.ts'
import type { Bench } from './bench.ts'

/** A built version of the desk and a database of its own: agents signed in, a token, ten thousand customers. */
export interface Version {
  side: 'desk' | 'first'
  databaseUrl: string
  /** The bench's own connections to that database. */
  pool: pg.Pool
  port: number
  /** Starts the desk as operators do, on `port` or on the version's own; resolves once it is ready. */
  start(port?: number): Promise<DeskProcess>
  /** Imports the customers into a new database with the version's command. Returns the seconds that it took. */
  importAnew(): Promise<number>
}

interface Versions {
  all: readonly Version[]
  /** All versions; each round begins with another one. */
  inTurn(round: number): readonly Version[]
  folder: string
  stop(): Promise<void>
}

/** Opens this tree and, if there is one, the first version, on one PostgreSQL started for the bench. */
export async function openVersions({ first, profile }: Pick<Bench, 'first' | 'profile'>): Promise<Versions> {
  const folder = mkdtempSync(join(tmpdir(), 'alo-bench-'))
  const stops: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  try {
    const postgres = await startPostgres(() => undefined)
    stops.push(postgres.stop)
    const server = openPool(postgres.url, 1)
    stops.push(() => server.end())
    const file = join(folder, 'clientes.jsonl')
    writeFileSync(file, [...generateClientes(clientes)].map((cliente) => `${JSON.stringify(cliente)}\n`).join(''))
    const all: Version[] = []
    const open = async (side: Version['side'], root: string, execArgv: string[] = []) => {
      const version = await openVersion({ side, root, execArgv, folder, file, server, postgresUrl: postgres.url })
      stops.push(() => version.pool.end())
      all.push(version)
    }
    await open('desk', process.cwd(), profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`] : [])
    if (first) await open('first', first)
    return { all, inTurn: (round) => inTurn(all, round), folder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * A connection that is still closing when the server stops emits an error; without a listener that would end the bench.
 */
const openPool = (connectionString: string, max: number) =>
  new pg.Pool({ connectionString, max }).on('error', () => undefined)

/** The items in turn: each round begins with another one. */
export const inTurn = <Of>(all: readonly Of[], round: number): Of[] =>
  all.map((_, n) => all[(n + round) % all.length] as Of)

interface Ground {
  side: Version['side']
  root: string
  execArgv: string[]
  folder: string
  file: string
  server: pg.Pool
  postgresUrl: string
}

async function openVersion({ side, root, execArgv, folder, file, server, postgresUrl }: Ground): Promise<Version> {
  const urlOf = (database: string) => Object.assign(new URL(postgresUrl), { pathname: `/${database}` }).href
  const port = await freePort()
  const settings = {
    DATA_DIR: join(folder, side),
    SESSION_SECRET: secret,
    LIMITE_REQUISICOES_SEGUNDO: '1000000',
    LISTA_CACHE_SEGUNDOS: '3600',
  }
  const startOn = (databaseUrl: string, at = port) =>
    startProcess({
      root,
      execArgv,
      port: at,
      env: { ...settings, DATABASE_URL: databaseUrl },
      // The log goes to a file, because in production the desk writes its log too.
      stdout: openSync(join(folder, `${side}.log`), 'a'),
    })
  let databases = 0
  const createDatabase = async (template: string) => {
    const name = `${side}_${databases++}`
    await server.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
    return name
  }
  // A first start applies the migrations.
  const migrated = await createDatabase('template0')
  await (await startOn(urlOf(migrated))).stop()
  const importInto = (databaseUrl: string) => {
    const env = { ...process.env, ...settings, NODE_ENV: 'production' as const, DATABASE_URL: databaseUrl }
    const began = performance.now()
    execFileSync(process.execPath, [join(root, 'dist', 'cli.js'), 'clientes', 'import', file], {
      ...{ cwd: root, env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    return (performance.now() - began) / 1_000
  }
  const databaseUrl = urlOf(await createDatabase(migrated))
  importInto(databaseUrl)
  const pool = openPool(databaseUrl, 2)
  await fill(pool)
  return {
    ...{ side, databaseUrl, pool, port },
    start: (at) => startOn(databaseUrl, at),
    importAnew: async () => {
      const name = await createDatabase(migrated)
      const seconds = importInto(urlOf(name))
      await server.query(`DROP DATABASE ${name}`)
      return seconds
    },
  }
}

/** Inserts agents with a session and ten past calls each, the exchange's token, and the bare server's table. */
async function fill(pool: pg.Pool): Promise<void> {
  const agents = Array.from({ length: maxAgents }, (_, agent) => agent)
  await pool.query(
    `INSERT INTO usuario (usuario, nome, email, ramal, identificador_interno)
     SELECT 'agente' || r, 'Agente ' || r, 'agente' || r || '@alo.invalid', r, 'ag' || r FROM unnest($1::text[]) r`,
    [agents.map(ramalOf)],
  )
  await pool.query(
    `INSERT INTO sessao (token, usuario_id, expira_em)
     SELECT s.token, u.id, now() + interval '7 days' FROM unnest($1::text[], $2::text[]) s (token, ramal) JOIN usuario u USING (ramal)`,
    [agents.map(sessionOf), agents.map(ramalOf)],
  )
  await pool.query('INSERT INTO token (nome, hash, escopos) VALUES ($1, $2, $3)', [
    ...['bench', hashToken(token), ['pbx', 'cliente']],
  ])
  await pool.query(
    'CREATE TABLE bare_ligacao (id uuid PRIMARY KEY, ramal text, telefone text, ligacao_params text, notificada_em timestamptz)',
  )
  // Past calls, as on a desk that has been in use. PostgreSQL plans sequential scans for tables that were empty when
  // last analysed, and keeps doing so until the next ANALYZE, however much they have grown.
  await pool.query(
    `INSERT INTO ligacao (id, usuario_id, telefone_chave, chave, estado, notificada_em, tocada_em)
     SELECT gen_random_uuid(), u.id, '1133' || n, 'antes-' || n, 'cancelada', at, at
     FROM generate_series(1, 10) n, usuario u, (SELECT now() - interval '2 days' AS at) a`,
  )
  await pool.query('VACUUM ANALYZE')
}

/** Closes every open window, so that no agent has more open windows than in real use. */
export async function closeWindows({ pool }: { pool: pg.Pool }): Promise<void> {
  try {
    // Locks the rows in the same order in which the desk locks calls that were shown, to avoid a deadlock.
    await pool.query(`UPDATE ligacao SET estado = 'fechada', encerrada_em = now(), versao = versao + 1
      WHERE id IN (SELECT id FROM ligacao WHERE estado = 'aberta' ORDER BY id FOR UPDATE)`)
  } catch (error) {
    // The first version locks them in no order. Now and then PostgreSQL ends the deadlock by aborting this statement.
    if (!(error instanceof pg.DatabaseError && error.code === '40P01')) throw error
    await closeWindows({ pool })
  }
}
