import { ConfigError, loadEnvFile, readConfig } from '../config.ts'
import { isDatabaseAway } from '../database/away.ts'
import { BackupError } from '../database/backup/backupFormat.ts'
import { DataFolderInUseError } from '../database/embedded/lock.ts'
import { applyMigrations } from '../database/migrate.ts'
import type { Desk } from '../desk.ts'
import { openDesk } from '../openDesk.ts'
import { runBackup, runRestore } from './backupCommand.ts'
import { runClientes } from './clientesCommand.ts'
import { type CliIo, cliLog } from './io.ts'
import { runPbx } from './pbxCommand.ts'
import { runTipoServico } from './tipoServicoCommand.ts'
import { runTitular } from './titularCommand.ts'
import { runToken } from './tokenCommand.ts'
import { UsageError, usage } from './usage.ts'
import { runUser } from './userCommand.ts'

const io: CliIo = { input: process.stdin, out: process.stdout, err: process.stderr }

/** Commands that work on an open desk, by their first word. `pbx` asks over HTTP, as an exchange does; backups take the database as it is. */
const commands: Record<string, (desk: Desk, args: string[], io: CliIo) => Promise<void>> = {
  user: runUser,
  token: runToken,
  tipo_servico: runTipoServico,
  clientes: runClientes,
  titular: runTitular,
}

async function main([name, ...args]: string[]): Promise<void> {
  loadEnvFile()
  const config = readConfig('production')
  if (name === 'pbx') return runPbx(args, io, config.publicUrl ?? `http://127.0.0.1:${config.port}`)
  if (name === 'backup') return runBackup(config, args, io)
  if (name === 'restore') return runRestore(config, args, io)
  const command = commands[name ?? '']
  if (!command) throw new UsageError(`${name ? `There is no command ${name}.\n\n` : ''}${usage}`)

  const log = cliLog(io)
  const desk = await openDesk(config, log, { role: 'cli' })
  try {
    await applyMigrations(desk.database.pool, 'prisma/migrations', log)
    await command(desk, args, io)
  } finally {
    await desk.database.close()
  }
}

function explain(error: unknown): string {
  const told = [UsageError, ConfigError, DataFolderInUseError, BackupError]
  if (error instanceof Error && told.some((kind) => error instanceof kind)) return error.message
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return `${error.message}\n\n${usage}`
  if (isDatabaseAway(error))
    return `The database does not answer (${error.message}). Check DATABASE_URL and that PostgreSQL runs.`
  return error.stack ?? error.message
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  },
)
