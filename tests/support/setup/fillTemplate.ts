// Migrates a database and fills it with the demo's accounts, token and customers: node --import tsx fillTemplate.ts
// <data folder> <database url>

import { sealSenhas } from '#server/cliente/sealSenhas'
import { readConfig } from '#server/config'
import { applyMigrations } from '#server/database/migrate'
import { prepareDemo } from '#server/demo/prepareDemo'
import { openDesk } from '#server/openDesk'
import { quiet } from '../embedded/folders.ts'
import { templateKey } from '../templateKey.ts'

const [dataDir = '', databaseUrl] = process.argv.slice(2)
const config = { ...readConfig('demo', { CHAVE_SENHAS: templateKey }), dataDir, databaseUrl }
const desk = await openDesk(config, quiet, { role: 'server' })
await applyMigrations(desk.database.pool, 'prisma/migrations', quiet)
await prepareDemo(desk)
await sealSenhas(desk)
await desk.database.close()
process.exit(0)
