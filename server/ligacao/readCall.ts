import { randomUUID } from 'node:crypto'
import { DatabaseSilentError } from '../database/away.ts'
import { answerMs } from '../database/patience.ts'
import type { Desk } from '../desk.ts'
import { addressOf } from '../http/address.ts'
import { invalid, type Judged, type Mistakes, type Refusal, unauthenticated } from '../refusal.ts'
import { type CalledUser, type LigacaoFacts, readFacts } from './rows/facts.ts'
import type { Question } from './rows/factsStatement.ts'
import { type CalledLigacao, movedCalls } from './rows/movedCalls.ts'
import { brokeOffBy, callOf, causaOf, mayRing, searchKeyOf, undoMs, windowLifetimeMs } from './rules/call.ts'
import { checkTarget } from './rules/checkTarget.ts'
import type { CancelledCall } from './rules/decideCancel.ts'
import type { Decisao, Trace } from './rules/trace.ts'
import type { LigacaoRequest } from './wire/ligacao.ts'

/** A PBX's message, its form judged, with its token and address; `tokenId` is null for an administrator's test. */
export interface PbxMessage extends Judged<LigacaoRequest> {
  tokenId: number | null
  ip: string
  trace?: Trace
}

/** What is known of a message: whom it rings, and the customer that the PBX named, if any. */
interface ReadCall {
  usuario: CalledUser
  named: number | null
  facts: LigacaoFacts
  /** Set if no one user is named. To be thrown, unless the message is about a call that rang there before. */
  refusal: Refusal | null
}

const nobody: CalledUser = { id: 0, ramal: null, identificador_interno: null, fila: 0 }
const extensions = ['ramal', 'identificador_interno']

/** What a message asks of the database, with the call that it tells of. */
export function askOf(desk: Desk, { sent, tokenId, ip, trace }: PbxMessage, now: Date, todas = false) {
  const { ramal = null, identificador_interno = null, id_cliente = null, codigo_cliente = null } = sent
  const call = callOf(sent, desk.config.dddPadrao)
  if (trace) Object.assign(trace, { call, called: { ramal, identificador_interno } } satisfies Partial<Trace>)
  // Named one by one: if so many fields are spread, V8 makes a hash table of the object, and a ring costs 4 KB more.
  const question: Question = {
    n: 0,
    token: tokenId ?? 0,
    ip: addressOf(ip),
    ramal,
    identificador_interno,
    id_cliente,
    codigo_cliente,
    chave: call.chave,
    telefone: call.telefone,
    telefone_chave: call.telefone_chave,
    ligacao_params: call.ligacao_params,
    origem: call.origem,
    // No customer is looked for by telephone if one is named, nor for a cancel, which means only those of its call.
    procurada: todas || id_cliente !== null || codigo_cliente !== null ? null : searchKeyOf(call),
    agora: now,
    todas,
    caiu: brokeOffBy(causaOf(sent.ligacao_params?.values)),
    abrir: randomUUID(),
  }
  return { call, question }
}

/** Whether a message may be plain (rows/plainRing.ts): it is an exchange's, is well formed and names no customer. */
export const mayBePlain = ({ sent, mistakes, tokenId }: PbxMessage) =>
  tokenId !== null &&
  sent.id_cliente === undefined &&
  sent.codigo_cliente === undefined &&
  Object.keys(mistakes).length === 0

/**
 * Reads the facts about a PBX's message and refuses it with all its mistakes at once: those of form and those of
 * identifiers that do not exist. The token is judged again on the same instant as the rest, so that a revocation in
 * another process acts at once.
 * @throws Refusal invalid, unauthenticated
 */
export async function readCall(
  desk: Desk,
  { sent, mistakes, tokenId, trace }: PbxMessage,
  question: Question,
): Promise<ReadCall> {
  const facts = await readFacts(desk, question)
  if (tokenId !== null && !facts.tokenActive) throw unauthenticated()
  const all: Mistakes = { ...checkTarget(sent, facts), ...mistakes }
  const isNamed = question.id_cliente !== null || question.codigo_cliente !== null
  const named = isNamed ? (facts.clientes[0]?.id_cliente ?? null) : null
  const [usuario] = facts.usuarios
  if (!usuario || Object.keys(all).length > 0) {
    const refusal = invalid(all)
    if (Object.keys(all).some((field) => !extensions.includes(field) || mistakes[field])) throw refusal
    return { usuario: nobody, named, facts: { ...facts, ligacoes: [] }, refusal }
  }
  if (trace) Object.assign(trace, { usuarioId: usuario.id, clientes: facts.clientes.length } satisfies Partial<Trace>)
  return { usuario, named, facts, refusal: null }
}

/**
 * Calls with this key, or with this telephone if the message has no key, that rang at the message's extension when it
 * was not `usuario_id`'s. They are open or ended in the last ten minutes; the one that rang last comes first. A
 * telephone alone may mean another call of the same caller, so it finds only calls that may still ring, or would if
 * they had not ended. docs/interface.md: Cancel.
 */
export async function readMoved(
  { database }: Desk,
  { ramal, identificador_interno, agora }: Question,
  { chave, telefone_chave }: Pick<CancelledCall, 'chave' | 'telefone_chave'>,
  usuario_id: number,
): Promise<CalledLigacao[]> {
  if (chave === null && telefone_chave === null) return []
  const ended = new Date(agora.getTime() - undoMs)
  const since = new Date(ended.getTime() - windowLifetimeMs)
  const called = { ramal, identificador_interno, usuario_id }
  const calls = await movedCalls(database, { ...called, chave, telefone_chave, since, ended })
  // Two extensions that are not one user's now must both have been the user's whom the call rang.
  const agrees = (sent: string | null, rang: string | null) =>
    sent === null || sent.toLowerCase() === rang?.toLowerCase()
  const rang = calls.filter(
    ({ usuario }) =>
      usuario_id !== nobody.id ||
      (agrees(ramal, usuario.ramal) && agrees(identificador_interno, usuario.identificador_interno)),
  )
  return chave === null ? rang.filter((call) => mayRing(call, agora)) : rang
}

/**
 * A call that waited too long is not opened any more: the exchange notifies it again, as the call is by then.
 * @throws DatabaseSilentError when a message that came at `since`, by `performance.now`, has waited too long for its turn
 */
export function refuseLate(since: number): void {
  const waited = Math.round(performance.now() - since)
  if (waited > answerMs) throw new DatabaseSilentError(`a call waited ${waited} ms for its turn`)
}

/** The key of `enqueue` for messages about one user. Between processes, the version of the user's queue orders them. */
export const queueOf = ({ sent }: PbxMessage) =>
  `${sent.ramal ?? ''}|${(sent.identificador_interno ?? '').toLowerCase()}`

/** Notes what was decided and that it is committed by now; `ligacaoId` is for when the answer may not name the call. */
export function noteDecisao({ trace }: PbxMessage, decisao: Decisao, ligacaoId?: string): void {
  if (!trace) return
  Object.assign(trace, { decisao, committed: performance.now() } satisfies Partial<Trace>)
  if (ligacaoId) trace.ligacaoId = ligacaoId
}
