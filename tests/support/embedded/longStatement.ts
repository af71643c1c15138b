// A process of its own whose embedded database does one statement: node --import tsx longStatement.ts <folder> <ms> <sql>.
// It may give no sign of life for so many milliseconds.
import pg from 'pg'
import { openDataFolder } from '#server/database/embedded/dataFolder'
import { takeLock } from '#server/database/embedded/lock'
import { endHungProcess } from '#server/database/embedded/signsOfLife'
import { keepThread } from '#server/database/embedded/thread'
import { quiet } from './folders.ts'

const [dataDir = '', patienceMs, sql = ''] = process.argv.slice(2)
const { cluster, sockets, lock } = openDataFolder(dataDir)
const { share, release } = await takeLock(lock, 'server', sockets)
const serve = { task: 'serve', cluster, sockets, lease: share } as const
const stop = await keepThread(serve, { log: quiet, hung: endHungProcess, patienceMs: Number(patienceMs) })
const client = new pg.Client({ host: sockets, user: 'postgres', database: 'postgres' })
await client.connect()
await client.query(sql)
await client.end()
await stop(false)
release()
process.exit(0)
