import type { Desk } from '../desk.ts'
import { enqueue } from '../flow/keyedQueue.ts'
import { retryOptimistically } from '../flow/optimisticRetry.ts'
import { awaitGroup } from './noteRing.ts'
import { tellLigacao } from './publishLigacao.ts'
import { type PbxMessage, queueOf, readCall } from './readCall.ts'
import { type CentralEnd, endByCentral, movedCalls } from './rows/endings.ts'
import { leaveMark } from './rows/openings.ts'
import { brokeOffBy, causaOf, mayRing, windowLifetimeMs } from './rules/call.ts'
import { type CancelledCall, decideCancel } from './rules/decideCancel.ts'

/**
 * A PBX says that a call is over. The window closes wherever it stands, and the call counts as missed unless somebody
 * attended it; when the notification has not arrived yet, a mark waits for it. Nothing open is still success.
 * spec: Endpoints 2; docs/interface.md: Cancel.
 * @throws Refusal with every mistake of the message
 */
export const cancelLigacao = (desk: Desk, message: PbxMessage): Promise<{ ligacaoId: string | null; telas: number }> =>
  enqueue(desk, queueOf(message), () => retryOptimistically(() => attempt(desk, message)))

async function attempt(desk: Desk, message: PbxMessage) {
  const { database, publisher } = desk
  const now = desk.now()
  const { call, usuario, named, facts } = await readCall(desk, message, { now, allOpen: true })
  const cancelled = { chave: call.chave, telefone_chave: call.telefone_chave || null, id_cliente: named }
  const decision = decideCancel(cancelled, facts.ligacoes, now)
  const caiu = brokeOffBy(causaOf(message.sent.ligacao_params?.values))
  if (decision.kind === 'close') {
    // Of a group that a colleague takes a moment later, nobody misses it.
    await awaitGroup(desk, decision.ligacao.id)
    if (!(await endByCentral(database, usuario, decision.ligacao, { estado: decision.estado, caiu }, now)))
      return undefined
    await tellLigacao(desk, decision.ligacao.id, 'ligacao:encerrada')
    return { ligacaoId: decision.ligacao.id, telas: publisher.screensOf(usuario.id) }
  }
  const { kind, over } = decision
  // A window of this user that agrees was meant, also one that the user has closed.
  const moved = over === null ? await closeMoved(desk, message, usuario.id, { ...cancelled, caiu }, now) : null
  if (moved !== null) return moved
  const write = () =>
    kind === 'mark'
      ? leaveMark(database, usuario, { ...cancelled, criada_em: now }, over?.id ?? null)
      : over === null || endByCentral(database, usuario, over, { estado: 'fechada', caiu }, now)
  if (!(await write())) return undefined
  if (over) await tellLigacao(desk, over.id, 'ligacao:encerrada')
  return { ligacaoId: null, telas: 0 }
}

/**
 * The extension went to another user while it rang: the window stands where it rang, and the cancel is meant for it. Null
 * where there is none. docs/interface.md: Cancel.
 */
async function closeMoved(
  desk: Desk,
  { sent }: PbxMessage,
  usuario_id: number,
  { caiu, ...cancelled }: CancelledCall & Pick<CentralEnd, 'caiu'>,
  now: Date,
) {
  if (cancelled.chave === null && cancelled.telefone_chave === null) return null
  const since = new Date(now.getTime() - windowLifetimeMs)
  const extension = { ramal: sent.ramal ?? null, identificador_interno: sent.identificador_interno ?? null }
  const calls = await desk.database.run(movedCalls, { ...extension, usuario_id, since })
  // A telephone alone may mean another call of the same caller.
  const meant = cancelled.chave === null ? calls.filter((call) => mayRing(call, now)) : calls
  const decision = decideCancel(cancelled, meant, now)
  const call = decision.kind === 'close' && calls.find(({ id }) => id === decision.ligacao.id)
  if (!call || decision.kind !== 'close') return null
  const before = { id: call.usuario_id, ramal: call.ramal, identificador_interno: call.identificador_interno }
  const end = { estado: decision.estado, caiu }
  if (!(await endByCentral(desk.database, { ...before, fila: call.fila }, decision.ligacao, end, now))) return undefined
  await tellLigacao(desk, call.id, 'ligacao:encerrada')
  return { ligacaoId: call.id, telas: desk.publisher.screensOf(call.usuario_id) }
}
