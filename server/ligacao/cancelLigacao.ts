import type { Desk } from '../desk.ts'
import { inTurn } from '../inTurn.ts'
import { publishLigacao } from './publishLigacao.ts'
import { type PbxMessage, queueOf, readCall, takeTurns } from './readCall.ts'
import { endCancelled } from './rows/endings.ts'
import { ligacaoById, presentLigacao } from './rows/ligacao.ts'
import { leaveMark } from './rows/openings.ts'
import { decideCancel } from './rules/decideCancel.ts'

/**
 * A PBX says that a call is over before anybody took it. The window closes wherever it stands and the call counts as
 * missed; when the notification has not arrived yet, a mark waits for it. Nothing open is still success.
 * spec: Endpoints 2; docs/interface.md: Cancel.
 * @throws Refusal with every mistake of the message
 */
export const cancelLigacao = (desk: Desk, message: PbxMessage): Promise<{ ligacaoId: string | null; telas: number }> =>
  inTurn(desk, queueOf(message), () => takeTurns(() => attempt(desk, message)))

async function attempt(desk: Desk, message: PbxMessage) {
  const { database, publisher } = desk
  const now = desk.now()
  const { call, usuario, named, facts } = await readCall(desk, message, { now, allOpen: true })
  const cancelled = { chave: call.chave, telefone_chave: call.telefone_chave || null, id_cliente: named }
  const decision = decideCancel(cancelled, facts.ligacoes, now)
  if (decision.kind === 'nothing') return { ligacaoId: null, telas: 0 }
  if (decision.kind === 'mark') {
    const left = await leaveMark(database, usuario, { ...cancelled, criada_em: now })
    return left ? { ligacaoId: null, telas: 0 } : undefined
  }
  if (!(await endCancelled(database, usuario, decision.ligacao.id, now))) return undefined
  const row = await ligacaoById(database, decision.ligacao.id)
  if (row) publishLigacao(desk, usuario.id, 'ligacao:encerrada', presentLigacao(row))
  return { ligacaoId: decision.ligacao.id, telas: publisher.screensOf(usuario.id) }
}
