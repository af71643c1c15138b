import { setTimeout as pause } from 'node:timers/promises'
import { loadAjustes } from '../acesso/keepAjustes.ts'
import { deskAddress, isEmbedded, loadEnvFile, readConfig, settingsOfEnvironment } from '../config.ts'
import { databaseTrouble } from '../database/away.ts'
import { bringUpToDate, migratingAlone, othersAtWork, pendingMigrations } from '../database/migrate.ts'
import { databaseName, demandMade, demandOwner, hasDatabase, noDatabase } from '../database/place.ts'
import { demandKeys } from '../database/sealed/keyInForce.ts'
import { SealedTextError } from '../database/sealed/sealedText.ts'
import type { Desk } from '../desk.ts'
import { codeOf, OperatorError } from '../errors.ts'
import { openDesk } from '../openDesk.ts'
import { EmptyDatabaseError, runBackup, runRestore } from './backupCommand.ts'
import { type CliIo, cliLog } from './io.ts'
import { demandUtf8, UsageError, usage, usageOf, WordsError } from './usage.ts'
import type { Command } from './verbs.ts'

type Environment = Record<string, string | undefined>

/**
 * Commands that work on an open desk, by their first word; each is loaded when it is asked for. `pbx` is not among
 * them, since it asks over HTTP as an exchange does, nor are backups, which take the database as it is.
 */
const commands = new Map<string, () => Promise<Command>>(
  Object.entries({
    user: async () => (await import('./userCommand.ts')).runUser,
    token: async () => (await import('./tokenCommand.ts')).runToken,
    tipo_servico: async () => (await import('./tipoServicoCommand.ts')).runTipoServico,
    clientes: async () => (await import('./clientesCommand.ts')).runClientes,
    titular: async () => (await import('./titularCommand.ts')).runTitular,
    senhas: async () => (await import('./senhasCommand.ts')).runSenhas,
  }),
)
/** Commands that read or write service passwords, and so need every key. */
const withKeys = ['clientes', 'titular']

/**
 * Applies the missing migrations, but not with a wrong key where the command needs one (`keyed`); while a desk runs,
 * only if `insisted`. @throws UsageError or OperatorError saying what to do
 */
async function bringUp({ database, log }: Desk, keyed: boolean, insisted: boolean): Promise<void> {
  const lacking = () => pendingMigrations(database.pool)
  // A desk that is at work may have just started, and be bringing the database up itself.
  const isOthers = !insisted && (await lacking()).length > 0 && (await othersAtWork(database))
  const pending = isOthers ? await migratingAlone(database.pool, lacking) : []
  if (pending.length > 0) {
    throw new UsageError(
      `This version of Alô changes the database (${pending.join(', ')}), and a desk of an earlier version is at work on it. ` +
        'Stop that desk and start this version: it brings the database up by itself, and commands work again. ' +
        'Or add --migrate to change it now, under the running desk, which may then fail.',
    )
  }
  if (keyed) await demandKeys(database)
  await bringUpToDate(database.pool, log)
}

/** Runs the command that the words ask for. @throws errors that `explain` turns into a sentence */
async function obey(words: readonly string[], io: CliIo, env?: Environment): Promise<void> {
  const [name, ...given] = words.map(demandUtf8)
  if (words.some(asksForHelp)) return void io.out.write(usageOf(name))
  const args = given.filter((arg) => arg !== '--migrate')
  const variables = settingsOfEnvironment(env)
  loadEnvFile(undefined, env)
  const config = readConfig('production', env)
  if (name === 'pbx') {
    const { runPbx } = await import('./pbxCommand.ts')
    return runPbx(args, io, deskAddress(config))
  }
  const command = name === 'backup' || name === 'restore' ? name : await commands.get(name ?? '')?.()
  if (!command) throw new UsageError(`${name ? `There is no command ${name}.\n\n` : ''}${usage}`)

  io.err.write(`Database: ${databaseName(config)}\n`)
  demandOwner(config, [process.execPath, process.argv[1] ?? '', ...words.map(withoutSecret)], variables)
  // Before `hasDatabase`: restore is the only command that may fill a database that does not exist yet.
  if (command === 'restore') return runRestore(config, args, io)
  if (!hasDatabase(config)) throw noDatabase(config)
  if (command === 'backup') return runBackup(config, args, io)

  const log = cliLog(io)
  const opening = openDesk(config, log, { role: 'cli' })
  // Not only when it is open: the embedded database may come up for this command, and would run on.
  io.undo.add(async () => (await opening).database.close())
  const desk = await opening
  try {
    await demandMade(desk.database, config)
    await bringUp(desk, withKeys.includes(name ?? ''), args.length < given.length)
    await loadAjustes(desk)
    await command(desk, args, io)
  } finally {
    await desk.database.close()
  }
}

const asksForHelp = (word: string, at: number) => /^(--help|-h)$/.test(word) || (word === 'help' && at === 0)

/**
 * Hides secrets in the line that the operator shall type again: others read it over the shoulder, and it stays in logs.
 */
const withoutSecret = (word: string, at: number, words: readonly string[]) =>
  /^--(senha|token)$/.test(words[at - 1] ?? '') ? '…' : word.replace(/^(--(?:senha|token)=).*/s, '$1…')

function explain(error: unknown, name: string | undefined, env: Environment | undefined): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof WordsError || codeOf(error).startsWith('ERR_PARSE_ARGS'))
    return `${error.message}\n\n${usageOf(name)}`
  if (error instanceof OperatorError) return error.message
  if (error instanceof SealedTextError)
    return `A service password does not open: ${error.message}. Bring that customer anew, or: npm run -s cli -- senhas discard`
  return databaseTrouble(error, isEmbedded(env)) ?? error.stack ?? error.message
}

/** Resolves when all that went to the stream before is written, or will not be. */
const written = (out: NodeJS.WritableStream) => new Promise((resolve) => out.write('', resolve))

/** How long an interrupted command may take to clean up, in milliseconds. */
const undoingMs = 5_000

/**
 * Runs the command that the words ask for and resolves to the exit code: 0 only when the result is written, too, and
 * `cut.reason` when `cut` interrupts it. `env` is the process's own by default, and gets the settings of the settings
 * file.
 */
export async function runCli(
  words: readonly string[],
  streams: Omit<CliIo, 'undo'>,
  env?: Environment,
  cut: AbortSignal = new AbortController().signal,
): Promise<number> {
  const io = { ...streams, undo: new Set<() => unknown>() }
  const undone = new Promise<void>((resolve) => {
    cut.addEventListener('abort', async () => {
      await Promise.race([Promise.allSettled([...io.undo].map((undo) => undo())), pause(undoingMs)])
      resolve()
    })
  })
  // A command that fails after `cut` was interrupted: it gives no code of its own.
  const code = await Promise.race([tell(words, io, env, cut), undone])
  return code ?? (await undone.then(() => cut.reason))
}

/** Resolves to the exit code, or to undefined, without a message, for a command that was interrupted. */
async function tell(words: readonly string[], io: CliIo, env: Environment | undefined, cut: AbortSignal) {
  let broken: Error | undefined
  // The disk is full, or the program that reads the output has ended, such as head.
  const note = (error: Error) => {
    broken ??= error
  }
  io.out.on('error', note)
  try {
    await obey(words, io, env)
    await written(io.out)
    if (broken) throw broken
    return 0
  } catch (error) {
    if (cut.aborted) return
    const why = broken ? `The result was not written whole: ${broken.message}` : explain(error, words[0], env)
    io.err.write(`${why}\n`)
    return error instanceof EmptyDatabaseError ? 3 : 1
  } finally {
    io.out.off('error', note)
  }
}
