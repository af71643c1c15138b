import { ConfigError, readConfig } from '../config.ts'
import { isDatabaseAway } from '../database/away.ts'
import { DataFolderInUseError } from '../database/embedded/lock.ts'
import { applyMigrations } from '../database/migrate.ts'
import { type Desk, openDesk } from '../desk.ts'
import { runClientes } from './clientes/run.ts'
import { type CliIo, cliLog } from './io.ts'
import { runPbx } from './pbx/run.ts'
import { runTipoServico } from './tipoServico/run.ts'
import { runToken } from './token/run.ts'
import { UsageError, usage } from './usage.ts'
import { runUser } from './user/run.ts'

const io: CliIo = { input: process.stdin, out: process.stdout, err: process.stderr }

/** Commands that work on the database, by their first word. */
const commands: Record<string, (desk: Desk, args: string[]) => Promise<void>> = {
  user: (desk, args) => runUser(desk, args, io),
  token: (desk, args) => runToken(desk, args, io),
  tipo_servico: ({ database }, args) => runTipoServico(args, database, io),
  clientes: ({ database, config: { dddPadrao } }, args) => runClientes(args, database, io, { dddPadrao }),
}

async function main([name, ...args]: string[]): Promise<void> {
  const config = readConfig('production')
  if (name === 'pbx') return runPbx(args, io, config.publicUrl ?? `http://127.0.0.1:${config.port}`)
  const command = commands[name ?? '']
  if (!command) throw new UsageError(`${name ? `There is no command ${name}.\n\n` : ''}${usage}`)

  const log = cliLog(io)
  const desk = await openDesk(config, log, { role: 'cli' })
  try {
    await applyMigrations(desk.database.pool, 'prisma/migrations', log)
    await command(desk, args)
  } finally {
    await desk.database.close()
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError || error instanceof DataFolderInUseError)
    return error.message
  if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) return `${(error as Error).message}\n\n${usage}`
  if (isDatabaseAway(error))
    return `The database does not answer (${(error as Error).message}). Check DATABASE_URL and that PostgreSQL runs.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  },
)
