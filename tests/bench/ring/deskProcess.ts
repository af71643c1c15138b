// The desk under test, as production runs it but for the screens, which have no part in a ring.
import pino from 'pino'
import { buildDesk } from '#server/app'
import { readConfig } from '#server/config'
import { serveParent } from '../support/serveParent.ts'
import type { Served } from './servers.ts'

const { dataDir, databaseUrl, port, secret } = JSON.parse(process.argv[2] ?? '{}') as Served
const config = readConfig('production', {
  PORT: String(port),
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  SESSION_SECRET: secret,
  LIMITE_REQUISICOES_SEGUNDO: '1000000',
})
const log = pino({ level: config.logLevel }, pino.destination({ sync: false, minLength: 4_096, periodicFlush: 100 }))
const desk = await buildDesk(config, log, null)
await desk.http.listen({ host: config.host, port: config.port })
serveParent(
  { listening: port },
  () => ({}),
  () => desk.close(),
)
