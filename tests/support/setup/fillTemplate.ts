// Migrates a database and fills it with the demo's accounts, token and customers: node --import tsx fillTemplate.ts
// <data folder> [<database url>]. A process of its own, since creating a database leaves much memory behind.

import { openAuth, sharedSecret } from '#server/acesso/rows/auth'
import { applyMigrations } from '#server/database/migrate'
import { openDatabase } from '#server/database/open'
import { prepareDemo } from '#server/demo/prepareDemo'
import { quiet } from '../embedded/folders.ts'

const [dataDir = '', databaseUrl] = process.argv.slice(2)
const database = await openDatabase({ dataDir, databaseUrl, role: 'server', log: quiet })
await applyMigrations(database.pool, 'prisma/migrations', quiet)
const secret = await sharedSecret(database)
await prepareDemo(database, openAuth(database, { secret, publicUrl: 'http://127.0.0.1', log: quiet }), undefined)
await database.close()
process.exit(0)
