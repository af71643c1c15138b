import { setTimeout as pause } from 'node:timers/promises'
import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Config } from '../config.ts'
import { isDatabaseAway } from '../database/away.ts'
import { type Desk, perDesk } from '../desk.ts'
import { enqueue } from '../flow/keyedQueue.ts'
import { invalid, overtakenBy } from '../refusal.ts'
import { environment } from '../settings.ts'
import { readAjustes, writeAjustes } from './rows/ajustes.ts'
import type { Ajuste, AjustesRequest, NomeAjuste } from './wire.ts'

const { shape } = environment
const againMs = 1_000
const limite = <S, F extends keyof Config>(setting: S, field: F) => ({
  ...{ setting, field },
  mistake: 'deve ser um número inteiro de 1 a 1.000.000',
})

/** For each: the schema that validates it, its field in the configuration, and the message for a wrong value. */
const ajustes = {
  nome_provedor: { setting: shape.NOME_PROVEDOR, field: 'nomeProvedor', mistake: 'deve ter no máximo 60 caracteres' },
  ddd_padrao: { setting: shape.DDD_PADRAO, field: 'dddPadrao', mistake: 'deve ser um DDD que existe, como 37' },
  tz_desk: { setting: shape.TZ_DESK, field: 'timeZone', mistake: 'deve ser um fuso como America/Sao_Paulo' },
  limite_revelacoes_hora: limite(shape.LIMITE_REVELACOES_HORA, 'revealsPerHour'),
  limite_buscas_documento_hora: limite(shape.LIMITE_BUSCAS_DOCUMENTO_HORA, 'documentSearchesPerHour'),
  limite_clientes_escolhidos_hora: limite(shape.LIMITE_CLIENTES_ESCOLHIDOS_HORA, 'choicesPerHour'),
} satisfies Record<NomeAjuste, { field: keyof Config; [more: string]: unknown }>

const each = Object.entries(ajustes)
type Known = keyof typeof ajustes
const isKnown = (nome: string): nome is Known => Object.hasOwn(ajustes, nome)

/** The environment's settings. */
const initialOf = perDesk(({ config }) => ({ ...config }))

/**
 * Puts what administrators set over the environment's settings. A value that this version refuses is logged, not used.
 * Of several readings the last one to begin is the last in force, since they run one after another.
 */
export const loadAjustes = (desk: Desk): Promise<void> => enqueue(desk, 'ajustes', () => putInForce(desk))

async function putInForce(desk: Desk): Promise<void> {
  const initial = initialOf(desk)
  const rows = await readAjustes(desk.database)
  const inForce = each.map(([, { field }]): [string, unknown] => [field, initial[field]])
  for (const { nome, valor } of rows) {
    const judged = isKnown(nome) ? ajustes[nome].setting.safeParse(valor) : null
    if (isKnown(nome) && judged?.success) inForce.push([ajustes[nome].field, judged.data])
    else desk.log.warn({ ajuste: nome, valor }, 'a setting that was made on screen is not taken: set it anew there')
  }
  Object.assign(desk.config, Object.fromEntries(inForce))
}

/**
 * `loadAjustes` for code that does not wait for it: tries until the settings were read, or until `stopped`. Logs its
 * first failure.
 */
export async function reloadAjustes(desk: Desk, stopped: AbortSignal): Promise<void> {
  for (let failed = false; !stopped.aborted; failed = true) {
    try {
      return await loadAjustes(desk)
    } catch (err) {
      if (!failed && !isDatabaseAway(err))
        desk.log.error({ err }, 'settings that were made on screen could not be read: trying until they are')
      await pause(againMs, undefined, { ref: false })
    }
  }
}

/** Every setting: what was set on screen (`valor`), and what this process's environment says (`inicial`). */
export async function listAjustes(desk: Desk): Promise<Ajuste[]> {
  const initial = initialOf(desk)
  const rows = new Map((await readAjustes(desk.database)).map(({ nome, valor }) => [nome, valor]))
  return Object.keys(ajustes)
    .filter(isKnown)
    .map((nome) => ({
      nome,
      valor: rows.get(nome) ?? null,
      inicial: initial[ajustes[nome].field]?.toString() ?? null,
    }))
}

/**
 * Saves the given settings, all or none; null and "" go back to the environment's value. On record. They are in force
 * here when the promise resolves, and in other processes as soon as they hear of the change.
 * @throws Refusal invalid; conflict when somebody else has changed a setting since it was read
 */
export async function saveAjustes(desk: Desk, by: Who, { lidos = {}, ...given }: AjustesRequest): Promise<void> {
  const read: Partial<Record<string, string | null>> = lidos
  const asked = Object.entries(given).filter(([, valor]) => valor !== undefined)
  const mistakes = asked.flatMap(([nome, valor]) =>
    isKnown(nome) && valor && !ajustes[nome].setting.safeParse(valor).success ? [[nome, [ajustes[nome].mistake]]] : [],
  )
  if (mistakes.length > 0) throw invalid(Object.fromEntries(mistakes))
  const withRead = asked.map(([nome, valor]) => [nome, valor, read[nome]] as const)
  const overtaken = await writeAjustes(desk.database, by, withRead, desk.now())
  if (overtaken.length > 0)
    throw overtakenBy(Object.fromEntries(overtaken.map(([nome, agora]) => [nome, agora ?? 'vazio'])))
  await loadAjustes(desk)
}
