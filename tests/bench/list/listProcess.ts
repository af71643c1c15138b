// The desk under test, as production runs it but for the screens: node listProcess.js <folder> [<database url>].
import { readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pino from 'pino'
import { hashToken } from '#server/acesso/recognizeToken'
import { buildDesk } from '#server/app'
import { clientesChannel } from '#server/cliente/rows/write'
import { readConfig } from '#server/config'
import { ramalOf, sessionOf, token } from '../ring/agents.ts'
import { closeWindows } from '../ring/prepare.ts'
import { serveParent } from '../support/serveParent.ts'
import { agents } from './agents.ts'

const secret = 'the list bench signs its cookies with this'

const [dataDir = '', databaseUrl] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const config = {
  ...readConfig('production', { DATA_DIR: dataDir, SESSION_SECRET: secret, LIMITE_REQUISICOES_SEGUNDO: '1000000' }),
  databaseUrl,
  listaCacheSegundos: 3_600,
}
const running = await buildDesk({ ...config, dataDir }, log, null)
const { database } = running.desk
await database.pool.query(
  `WITH made AS (INSERT INTO usuario (usuario, nome, email, ramal, identificador_interno)
     SELECT 'agente' || r, 'Agente ' || r, 'agente' || r || '@alo.invalid', r, 'ag' || r FROM unnest($1::text[]) r
     RETURNING id, ramal)
   INSERT INTO sessao (token, usuario_id, expira_em)
   SELECT s.token, made.id, now() + interval '7 days' FROM unnest($1::text[], $2::text[]) s (ramal, token) JOIN made USING (ramal)`,
  [agents.map(ramalOf), agents.map(sessionOf)],
)
await database.pool.query('INSERT INTO token (nome, hash, escopos) VALUES ($1, $2, $3)', [
  'bench',
  hashToken(token),
  ['pbx', 'cliente'],
])
await running.http.listen({ host: '127.0.0.1', port: 0 })
const { port } = running.http.server.address() as AddressInfo

const newPauses = () => monitorEventLoopDelay({ resolution: 1 })
let pauses = newPauses()
const peakMiB = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024
const nowMiB = () => process.memoryUsage.rss() / 1024 ** 2

type Question = { watch: true } | { figures: true }

serveParent<Question>(
  { port },
  async (question) => {
    if ('figures' in question) return { peak: peakMiB(), pause: pauses.max / 1e6 }
    await closeWindows(database)
    // Lists of earlier rounds need not be kept.
    await database.pool.query('SELECT pg_notify($1, $2)', [clientesChannel, ''])
    // The peak counts from here. Linux, proc(5).
    writeFileSync('/proc/self/clear_refs', '5')
    pauses.disable()
    pauses = newPauses()
    pauses.enable()
    return { rss: nowMiB() }
  },
  () => running.close(),
)
