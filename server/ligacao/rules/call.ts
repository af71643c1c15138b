import { guid } from '../../http/wire.ts'
import { chaveTelefone } from '../../telefone/rules/chaves.ts'
import { formatParsed, telefoneNaoInformado } from '../../telefone/rules/formatTelefone.ts'
import { parseTelefone } from '../../telefone/rules/parse.ts'
import type { EstadoLigacao, Ligacao, LigacaoRequest } from '../wire/ligacao.ts'

/** The part of a PBX's message that tells one call from another. */
export interface CallIdentity {
  /** The PBX's own key for the call, where it sent one. */
  chave: string | null
  /** Search key of the telephone, '' without one. Two spellings of a number have the same. */
  telefone_chave: string
}

/** A call as a PBX's message tells it. */
export interface PbxCall extends CallIdentity {
  telefone: string | null
  telefone_formatado: string
  /** JSON text, as it is stored. */
  ligacao_params: string | null
  origem: string | null
}

/**
 * What a message tells of the call and is stored as it stands, as text: every field named here is a column, written when the
 * window opens, refreshed by a repetition that brings it, and gone when its person is erased.
 */
export const toldFields = ['telefone', 'telefone_chave', 'ligacao_params', 'origem'] as const
export type Told = Pick<PbxCall, (typeof toldFields)[number]>
export const toldOf = ({ telefone, telefone_chave, ligacao_params, origem }: Told): Told => ({
  telefone,
  telefone_chave,
  ligacao_params,
  origem,
})

export const nothingTold: Told = { telefone: null, telefone_chave: '', ligacao_params: null, origem: null }

/** The call that a message tells of. Its telephone is taken apart once, here. */
export function callOf({ telefone, ligacao_params }: Partial<LigacaoRequest>, dddPadrao: string | undefined): PbxCall {
  const parsed = telefone ? parseTelefone(telefone) : null
  return {
    chave: callKey(ligacao_params?.values),
    telefone: telefone || null,
    telefone_chave: parsed ? chaveTelefone(parsed, dddPadrao) : unexplained(telefone),
    telefone_formatado: telefone ? formatParsed(parsed, telefone) : telefoneNaoInformado,
    ligacao_params: ligacao_params?.text ?? null,
    origem: origemOf(ligacao_params?.values),
  }
}

/** A number that no rule explains is compared digit by digit, and is no customer's. */
const unexplained = (telefone: string | undefined) => (telefone ? `#${telefone.replace(/\D/g, '')}` : '')

/**
 * The key of a call's caller; '' if the telephone tells nobody: there is none or, in a call stored by an earlier
 * version, the exchange wrote zeros for a hidden number. Two such calls never count as one caller's. Calls themselves
 * are compared by `telefone_chave`.
 */
export const callerKeyOf = ({ telefone_chave }: Pick<CallIdentity, 'telefone_chave'>) =>
  telefone_chave.startsWith('#0') ? '' : telefone_chave

/** The key that customers' telephones are looked up by; null when there is nothing to look up. */
export const searchKeyOf = ({ telefone_chave }: CallIdentity) =>
  telefone_chave === '' || telefone_chave.startsWith('#') ? null : telefone_chave

const keyNames = ['call_id', 'uniqueid', 'linkedid', 'id'] as const
const maxKeyLength = 255
/** Control characters (PostgreSQL stores no NUL) and halves of surrogate pairs. */
const unstorable = /[\p{Cc}\p{Cs}]/gu

/** The first of call_id, uniqueid, linkedid and id that holds a text or a number. docs/interface.md: Notify. */
export const callKey = (params: Record<string, unknown> | undefined) => firstKey(params, keyNames)

/** The key of the one channel that rings, where the exchange names it: not `linkedid`, which several channels share. */
export const channelOf = (params: Record<string, unknown> | undefined) =>
  firstKey(
    params,
    keyNames.filter((name) => name !== 'linkedid'),
  )

function firstKey(params: Record<string, unknown> | undefined, names: readonly string[]): string | null {
  for (const name of names) {
    const key = textOf(params?.[name])
    if (key !== '') return key
  }
  return null
}

/** Asterisk's id for channels that belong together: those that one attempt of a caller made. */
export const linkedidOf = (params: Record<string, unknown> | undefined): string | null =>
  textOf(params?.linkedid) || null

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? storable(String(value)) : ''

/** The part of a text that can be stored. It is cleaned again after the cut, which may halve a surrogate pair. */
function storable(text: string, most = maxKeyLength): string {
  const kept = text.replace(unstorable, '').trim().slice(0, most).replace(unstorable, '')
  // V8 keeps the whole long text in memory for as long as a slice of it is kept; a copy does not need it.
  return text.length > most ? Buffer.from(kept).toString() : kept
}

const maxOrigemLength = 60

/** What the caller chose in the exchange's menu, where it says so in a text: `ligacao_params.origem`. docs/interface.md: Notify. */
const origemOf = (params: Record<string, unknown> | undefined): string | null =>
  typeof params?.origem === 'string' ? storable(params.origem, maxOrigemLength).trimEnd() || null : null

const eventos = ['atendida', 'encerrada'] as const
/** What an exchange may say of a call beside that it rings. */
export type Evento = (typeof eventos)[number]

/** `ligacao_params.evento`, where it says one of the two; any other value is a parameter like all others. docs/interface.md: Notify. */
export const eventoOf = (params: Record<string, unknown> | undefined): Evento | null =>
  eventos.find((evento) => params?.evento === evento) ?? null

/** Why the exchange ended a call, as Q.850 numbers it, where its message says so: `ligacao_params.causa`. */
export function causaOf(params: Record<string, unknown> | undefined): number | null {
  const causa =
    typeof params?.causa === 'string' && /^\d{1,3}$/.test(params.causa) ? Number(params.causa) : params?.causa
  return typeof causa === 'number' && Number.isInteger(causa) && causa >= 1 && causa <= 127 ? causa : null
}

/** Somebody put the receiver down. */
const normalEnd = 16

/** Whether a conversation that ended by this cause broke off; null without a cause. docs/interface.md: Missed calls. */
export const brokeOffBy = (causa: number | null) => (causa === null ? null : causa !== normalEnd)

/** A call as the rules see it. */
export interface KnownLigacao extends CallIdentity, Told {
  id: string
  versao: number
  estado: EstadoLigacao
  id_cliente: number | null
  id_cliente_notificado: number | null
  notificada_em: Date
  tocada_em: Date
  /** The last ring that a connected screen was told. */
  toque_entregue: Date | null
  atendida_em: Date | null
  /** Since when it is uncertain whether the call is over. */
  incerta_em: Date | null
  encerrada_em: Date | null
  encerrada_por: Ligacao['encerrada_por']
}

const hour = 3_600_000

/** A window that nobody closes expires after eight hours. docs/interface.md: A window. */
export const windowLifetimeMs = 8 * hour

/** A repeated notification within ten seconds is a retransmission. docs/interface.md: Notify. */
export const retransmissionMs = 10_000

/** A notification this soon after the end of its call is a straggler. docs/interface.md: Notify. */
const stragglerMs = 5_000

/** A message may wait for its turn (`answerMs`) but is judged by its arrival, and processes' clocks differ a little. */
const aheadMs = 10_000

/**
 * Whether an instant is less than `ms` ago. One that is more than ten seconds ahead comes from a clock that was set
 * back since, and is not young, however long the clock needs to get there again. docs/interface.md: The clock.
 */
export const isYoung = (at: Date, ms: number, now: Date) => {
  const age = now.getTime() - at.getTime()
  return age < ms && age > -aheadMs
}

/**
 * Whether the call ended a moment ago, so that a message about it may have been sent before its end. Not for a call
 * that expired: nobody has spoken of it for hours.
 */
export const hasJustEnded = ({ estado, encerrada_em }: KnownLigacao, now: Date) =>
  estado !== 'aberta' && estado !== 'expirada' && encerrada_em !== null && isYoung(encerrada_em, stragglerMs, now)

/** A call that no screen was there for is shown to the next one within two minutes. docs/interface.md: A window. */
export const unseenLifetimeMs = 120_000

/** A telephone that nobody answers rings no longer than this. */
export const ringingMs = 5 * 60_000

/** Whether the telephone may still be ringing: nobody attends, and it rang in the last minutes. docs/interface.md: Cancel. */
export const mayRing = ({ atendida_em, tocada_em }: Pick<KnownLigacao, 'atendida_em' | 'tocada_em'>, now: Date) =>
  atendida_em === null && isYoung(tocada_em, ringingMs, now)

/** A window closed by a slip of the hand can be opened again for ten minutes. docs/interface.md: A window. */
export const undoMs = 600_000

/**
 * Whether the agent may still take the end of this window back: they closed it themselves, or a colleague of the ring
 * group attended. What the exchange ended is over. docs/interface.md: A window.
 */
export const canReopen = (
  { estado, encerrada_por, encerrada_em }: Pick<KnownLigacao, 'estado' | 'encerrada_por' | 'encerrada_em'>,
  now: Date,
) =>
  estado === 'fechada' &&
  (encerrada_por === 'atendente' || encerrada_por === 'grupo') &&
  encerrada_em !== null &&
  isYoung(encerrada_em, undoMs, now)

/** How a call that the exchange ends is recorded: what was attended is not missed. docs/interface.md: A window. */
export const estadoOfEnd = ({ atendida_em }: Pick<KnownLigacao, 'atendida_em'>) =>
  atendida_em === null ? 'cancelada' : 'fechada'

/** How long a cancel waits for the notification it overtook. docs/interface.md: Cancel. */
export const markLifetimeMs = 10_000

/** Whether a window is past its eight hours, or dated as far ahead by a clock that was set back since. */
export const isExpired = (ligacao: KnownLigacao, now: Date) =>
  ligacao.estado === 'aberta' && Math.abs(now.getTime() - ligacao.notificada_em.getTime()) >= windowLifetimeMs

/**
 * Whether the call ended so long ago that its key now means another call. A window that expired was over after its
 * eight hours, however late that was written. docs/interface.md: Notify.
 */
export function hasOldKey({ chave, notificada_em, encerrada_em }: KnownLigacao, now: Date): boolean {
  const over = Math.min(notificada_em.getTime() + windowLifetimeMs, encerrada_em?.getTime() ?? Infinity)
  return chave !== null && now.getTime() - over >= windowLifetimeMs
}

const uuid = new RegExp(`^${guid.source}$`, 'i')

/** Whether the text could be a call's id: anything else is no call's, and the database would refuse it. */
export const isLigacaoId = (text: string) => uuid.test(text)
