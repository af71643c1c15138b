import type { Desk } from '../desk.ts'
import { inTurn } from '../inTurn.ts'
import { tellLigacao } from './publishLigacao.ts'
import { type PbxMessage, queueOf, readCall, takeTurns } from './readCall.ts'
import { endByCentral } from './rows/endings.ts'
import { leaveMark } from './rows/openings.ts'
import { decideCancel } from './rules/decideCancel.ts'

/**
 * A PBX says that a call is over. The window closes wherever it stands, and the call counts as missed unless somebody
 * attended it; when the notification has not arrived yet, a mark waits for it. Nothing open is still success.
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
  if (decision.kind === 'close') {
    if (!(await endByCentral(database, usuario, decision.ligacao, decision.estado, now))) return undefined
    await tellLigacao(desk, decision.ligacao.id, 'ligacao:encerrada')
    return { ligacaoId: decision.ligacao.id, telas: publisher.screensOf(usuario.id) }
  }
  const { kind, over } = decision
  const write = () =>
    kind === 'mark'
      ? leaveMark(database, usuario, { ...cancelled, criada_em: now }, over?.id ?? null)
      : over === null || endByCentral(database, usuario, over, 'fechada', now)
  if (!(await write())) return undefined
  if (over) await tellLigacao(desk, over.id, 'ligacao:encerrada')
  return { ligacaoId: null, telas: 0 }
}
