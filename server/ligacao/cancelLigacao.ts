import { type LigacaoDeps, type PbxMessage, queueKey } from './deps.ts'
import { readCall } from './readCall.ts'
import { presentLigacao } from './rows/present.ts'
import { decideCancel } from './rules/decideCancel.ts'
import { takeTurns } from './takeTurns.ts'

/**
 * A PBX says that a call is over before anybody took it. The window closes wherever it stands and the call counts as
 * missed; when the notification has not arrived yet, a mark waits for it. Nothing open is still success.
 * spec: Endpoints 2; DESIGN: Cancel.
 * @throws Refusal with every mistake of the message
 */
export function cancelLigacao(deps: LigacaoDeps) {
  return (message: PbxMessage): Promise<{ ligacaoId: string | null; telas: number }> =>
    deps.serialize(queueKey(message.body), () => takeTurns(() => attempt(deps, message)))
}

async function attempt(deps: LigacaoDeps, { body, tokenId, now }: PbxMessage) {
  const { request, usuario, named, chave, telefone_chave, facts } = await readCall(deps.readFacts, {
    body,
    tokenId,
    dddPadrao: deps.dddPadrao,
    now,
  })
  const cancelled = { chave, telefone_chave: request.telefone ? telefone_chave : null, id_cliente: named }
  const decision = decideCancel(cancelled, facts.ligacoes, now)
  if (decision.kind === 'nothing') return { ligacaoId: null, telas: 0 }
  if (decision.kind === 'mark') {
    const left = await deps.writer.mark(usuario, cancelled, now)
    return left ? { ligacaoId: null, telas: 0 } : undefined
  }
  if (!(await deps.writer.cancel(usuario, decision.ligacao, now))) return undefined
  const row = await deps.reader.byId(decision.ligacao.id)
  if (row) deps.publisher.publish(usuario.id, 'ligacao:encerrada', presentLigacao(row))
  return { ligacaoId: decision.ligacao.id, telas: deps.publisher.screensOf(usuario.id) }
}
