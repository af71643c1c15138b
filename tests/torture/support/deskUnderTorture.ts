import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { demoSenha } from '#server/demo/accounts'
import { quiet } from '../../support/embedded/folders.ts'
import type { Place } from '../../support/place.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres/startPostgres.ts'
import { cpuMs } from '../../support/proc.ts'
import { type DeskProcess, freePort, startProcess } from '../../support/process.ts'

// Far above what the tests accept. A slow start on a busy machine is measured, not aborted.
const START_LIMIT_MS = 300_000

export interface Victim {
  kind: Place
  postgres: TestPostgres | undefined
  /** The environment variables that name the desk's data folder and database. */
  env: Record<string, string>
  /**
   * Starts the built desk, always on the same port. Measures the time and its own CPU time until it is ready, both in
   * ms.
   */
  start(more?: Record<string, string>): Promise<{ desk: DeskProcess; ms: number; cpuMs: number }>
  /** Opens the desk's database from this process. The caller closes it. */
  database(): Promise<Database>
  remove(): Promise<void>
}

/**
 * Prepares a data folder for a desk under torture, and for `postgresql` a PostgreSQL of its own. Starts no desk yet.
 */
export async function victim(kind: Place): Promise<Victim> {
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-torture-'))
  const postgres = kind === 'postgresql' ? await startPostgres(() => undefined) : undefined
  const port = await freePort()
  const where = { DATA_DIR: dataDir, LIMITE_REQUISICOES_SEGUNDO: '1000000', LIMITE_ENTRADAS_MINUTO: '1000000' }
  return {
    kind,
    postgres,
    env: { DATA_DIR: dataDir, DATABASE_URL: postgres?.url ?? '', NODE_ENV: 'production' },
    async start(more = {}) {
      const began = performance.now()
      const env = { ...where, DATABASE_URL: postgres?.url ?? '', LOG_LEVEL: 'warn', ...more }
      const desk = await startProcess({ env, args: ['--demo'], port, limitMs: START_LIMIT_MS })
      return { desk, ms: performance.now() - began, cpuMs: cpuMs(desk.child.pid ?? 0) }
    },
    database: () => openDatabase({ dataDir, databaseUrl: postgres?.url, role: 'cli', poolSize: 2, log: quiet }),
    async remove() {
      await postgres?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Signs in over HTTP and returns the cookie. The session survives every restart. */
export async function signIn(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/username`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ username, password: demoSenha }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!cookie) throw new Error(`${username} was not let in: ${answer.status}`)
  return cookie
}

/** A service of a demo customer and a service type, for billing events. */
export async function billedIn(place: Victim): Promise<{ id_cliente_servico: number; id_tipo_servico: number }> {
  const database = await place.database()
  try {
    const { id_cliente_servico } = await database.prisma.clienteServico.findFirstOrThrow()
    const { id_tipo_servico } = await database.prisma.tipoServico.findFirstOrThrow()
    return { id_cliente_servico, id_tipo_servico }
  } finally {
    await database.close()
  }
}
