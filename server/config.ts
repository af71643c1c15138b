import { existsSync, readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { codeOf, OperatorError } from './errors.ts'
import { environment } from './settings.ts'

export const version = '0.1.0'

/** The installation's folder: the nearest one above this code that has a package.json, not the working directory. */
export const home = installationAbove(dirname(fileURLToPath(import.meta.url)))

function installationAbove(folder: string): string {
  const above = dirname(folder)
  return above === folder || existsSync(join(folder, 'package.json')) ? folder : installationAbove(above)
}

/** The settings in force. */
export type Config = ReturnType<typeof readConfig>

/** The URL at which agents, and programs of this machine, reach a desk that listens on `port`. */
export function deskAddress({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl) return publicUrl
  // A URL cannot hold the zone of an IPv6 address (the `%eth0` of `fe80::1%eth0`).
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.replace(/%.*/, '')
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`
}

/** The environment of a command that works on the same database. */
export const environmentOf = ({ dataDir, databaseUrl }: Config): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? '',
})

/** Whether the embedded database is used: DATABASE_URL is not set. Ask after `loadEnvFile`, which may set it. */
export const isEmbedded = (env: Record<string, string | undefined> = process.env): boolean => !env.DATABASE_URL

/** What the embedded database's programs get of the desk's environment: none of Alô's own settings is in it. */
export const machineEnvironment = (): NodeJS.ProcessEnv => ({ NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH })

/** The names of Alô's settings that the environment sets. Ask before `loadEnvFile`, which adds those of `.env`. */
export const settingsOfEnvironment = (env: Record<string, string | undefined> = process.env): string[] =>
  environment.keyof().options.filter((name) => env[name] !== undefined)

/** Sets what Next reads from the environment at its import: no telemetry, and unhandled rejections are left to us. */
export function tameNext(): void {
  process.env.NEXT_TELEMETRY_DISABLED ??= '1'
  process.env.NEXT_UNHANDLED_REJECTION_FILTER ??= 'disabled'
}

/** Mistakes of the environment, all of them, each with what to do. */
export class ConfigError extends OperatorError {
  constructor(mistakes: readonly string[]) {
    super(
      `The environment has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n${mistakes.map((m) => `  - ${m}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}

/** Settings that name a folder: in `.env` a relative path starts at the folder of that file. */
const folders = ['DATA_DIR', 'BACKUP_PASTA']

/**
 * The installation's `.env`, so that a command finds the desk's database from any working directory; without one, the
 * `.env` of the working directory.
 */
function envFile(): string {
  const own = join(home, '.env')
  return existsSync(own) ? own : '.env'
}

const envLine = /^(export\s+)?[a-z_]\w*\s*=\s*("[^"]*"|'[^']*'|`[^`]*`|[^"'`#\s][^#]*|)(\s*$|\s+#)/i

/**
 * Adds the settings of `.env` to the environment, before `readConfig`: one `NAME=value` a line. A variable that is
 * already set wins, and a missing file is no error. Returns the names that are no settings, which may be misspelt, or
 * meant for another program. @throws ConfigError for a file that cannot be read, and naming every line
 * that is not UTF-8 or malformed, which Node alone would skip or join with the next
 */
export function loadEnvFile(path = envFile(), env: Record<string, string | undefined> = process.env): string[] {
  const text = textOf(path)
  const mistakes = text.split('\n').flatMap((line, index) => {
    const setting = line.trim()
    if (setting === '' || setting.startsWith('#') || envLine.test(setting)) return []
    return [`${path}, line ${index + 1}, is not NAME=value, or NAME="value" where the value has a # or a quote`]
  })
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  const set = Object.entries(parseEnv(text))
  // A comment may be in any encoding.
  const broken = set.filter(([, value]) => value?.includes('\ufffd'))
  if (broken.length > 0)
    throw new ConfigError(broken.map(([name]) => `${path} has ${name} in another encoding: save it as UTF-8`))
  for (const [name, value] of set)
    env[name] ??= value && folders.includes(name) && !/^[~$]/.test(value) ? resolve(dirname(path), value) : value
  return set.map(([name]) => name).filter((name) => !(name in environment.shape))
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw new ConfigError([`${path} cannot be read (${codeOf(error)}): run this as the user that Alô runs as`])
  }
}

/** Settings that are secrets or contain one: error messages do not show their values. */
const secrets = ['SESSION_SECRET', 'METRICS_TOKEN', 'DATABASE_URL', 'CHAVE_SENHAS', 'CHAVE_SENHAS_ANTERIOR']

/** The value as an error message shows it: not for a secret, nor for a URL that may have a password before its `@`. */
const toldOf = (name: string, given: Record<string, string | undefined>) =>
  secrets.includes(name) || /\/\/.*@/.test(given[name] ?? '') ? '' : ` (it is ${JSON.stringify(given[name])})`

/** Reads the settings from the environment. @throws ConfigError naming every mistake at once */
export function readConfig(
  mode: 'production' | 'demo' | 'development',
  env: Record<string, string | undefined> = process.env,
) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  const mistakes = (parsed.error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')} ${message}${toldOf(String(path[0]), given)}`,
  )
  // Without CHAVE_SENHAS the previous key would be the first of the keys, and new texts would be sealed with it.
  if (given.CHAVE_SENHAS_ANTERIOR && !given.CHAVE_SENHAS)
    mistakes.push('CHAVE_SENHAS_ANTERIOR is the key before CHAVE_SENHAS: set that one too')
  if (!parsed.success || mistakes.length > 0) throw new ConfigError(mistakes)
  const settings = parsed.data
  return {
    mode,
    host: settings.HOST,
    port: settings.PORT,
    dataDir: settings.DATA_DIR ?? join(home, mode === 'demo' ? '.data/demo' : '.data'),
    databaseUrl: settings.DATABASE_URL,
    publicUrl: settings.PUBLIC_URL,
    trustProxy: settings.TRUST_PROXY ?? (false as const),
    listaCacheSegundos: settings.LISTA_CACHE_SEGUNDOS,
    nomeProvedor: settings.NOME_PROVEDOR,
    dddPadrao: settings.DDD_PADRAO,
    timeZone: settings.TZ_DESK,
    sessionSecret: settings.SESSION_SECRET,
    metricsToken: settings.METRICS_TOKEN,
    /** As far as they are set. */
    chaveSenhas: { atual: settings.CHAVE_SENHAS, anterior: settings.CHAVE_SENHAS_ANTERIOR },
    requestsPerSecond: settings.LIMITE_REQUISICOES_SEGUNDO,
    signInsPerMinute: settings.LIMITE_ENTRADAS_MINUTO,
    saidaSegundos: settings.SAIDA_SEGUNDOS,
    revealsPerHour: settings.LIMITE_REVELACOES_HORA,
    documentSearchesPerHour: settings.LIMITE_BUSCAS_DOCUMENTO_HORA,
    choicesPerHour: settings.LIMITE_CLIENTES_ESCOLHIDOS_HORA,
    /** In days; 0 is for ever. */
    retencao: {
      chamadas: settings.RETENCAO_CHAMADAS_DIAS,
      atendimentos: settings.RETENCAO_ATENDIMENTOS_DIAS,
      rastros: settings.RETENCAO_RASTROS_DIAS,
      auditoria: settings.RETENCAO_AUDITORIA_DIAS,
    },
    shutdownSeconds: settings.LIMITE_ENCERRAMENTO_SEGUNDOS,
    failedTokensPerMinute: settings.LIMITE_TOKENS_ERRADOS_MINUTO,
    sessionIdleMinutes: settings.SESSAO_OCIOSA_MINUTOS,
    sessionMaxHours: settings.SESSAO_MAXIMA_HORAS,
    logLevel: settings.LOG_LEVEL,
    logPretty: process.stdout.isTTY === true,
    demoPbx: settings.DEMO_PBX,
    /** The desk's automatic backups; none are made without a `folder`. */
    backup: {
      folder: settings.BACKUP_PASTA,
      everyHours: settings.BACKUP_INTERVALO_HORAS,
      keep: settings.BACKUP_MANTER,
    },
  }
}
