import type { Desk } from '../desk.ts'
import { enqueue } from '../flow/keyedQueue.ts'
import { retryOptimistically } from '../flow/optimisticRetry.ts'
import { noTelefone } from '../telefone/wire.ts'
import { awaitGroup, joinsGroups } from './noteRing.ts'
import { publishLigacao } from './publishLigacao.ts'
import { askOf, mayBePlain, noteDecisao, type PbxMessage, queueOf, readCall, readMoved } from './readCall.ts'
import { endByCentral, endPlainCall } from './rows/centralEnds.ts'
import { type LigacaoRow, presentLigacao } from './rows/ligacao.ts'
import { leaveMark } from './rows/marks.ts'
import { decideCancel, fitsCancel } from './rules/decideCancel.ts'

/**
 * A PBX says that a call is over. The window closes wherever it stands, and the call counts as missed unless somebody
 * attended it; when the notification has not arrived yet, a mark waits for it. Nothing open is still success.
 * spec: Endpoints 2; docs/interface.md: Cancel.
 * @throws Refusal with every mistake of the message
 */
export const cancelLigacao = (desk: Desk, message: PbxMessage): Promise<Cancelled> =>
  enqueue(desk, queueOf(message), () => retryOptimistically(() => attempt(desk, message)))

interface Cancelled {
  ligacaoId: string | null
  telas: number
}

async function attempt(desk: Desk, message: PbxMessage): Promise<Cancelled | undefined> {
  const { database, publisher } = desk
  const now = desk.now()
  const { question } = askOf(desk, message, now, true)
  const { chave, telefone_chave, caiu } = question
  const ended = (row: LigacaoRow): Cancelled => {
    if (message.trace) message.trace.usuarioId = row.usuario_id
    noteDecisao(message, 'fechou', row.id)
    publishLigacao(desk, row.usuario_id, 'ligacao:encerrada', presentLigacao(row))
    return { ligacaoId: row.id, telas: publisher.screensOf(row.usuario_id) }
  }
  // Not while calls are being joined to a ring group: a call that a colleague of its group attends is not missed, so
  // the join is awaited below.
  if (chave !== null && mayBePlain(message) && !joinsGroups(desk)) {
    const plain = await endPlainCall(database, question)
    if (plain) return ended(plain)
  }
  const { usuario, named, facts, refusal } = await readCall(desk, message, question)
  // Without a key, zeros or an exchange's own id in place of a telephone mean a call without a number, not any call.
  const noNumber = chave === null && message.sent.telefone === noTelefone ? '' : null
  const cancelled = { chave, telefone_chave: telefone_chave || noNumber, id_cliente: named }
  const own = decideCancel(
    cancelled,
    facts.ligacoes.map((ligacao) => ({ ...ligacao, usuario })),
    now,
  )
  // A call of this user that agrees is the one that was meant, even if it is over: a queue tells each end twice.
  const moved = own.kind === 'mark' ? await readMoved(desk, question, cancelled, usuario.id) : []
  const decision = own.kind === 'mark' ? decideCancel(cancelled, moved, now) : own
  const nothing = { ligacaoId: null, telas: 0 }
  if (refusal && (decision.kind === 'mark' || decision === own)) {
    // A cancel may be repeated at any time after the call's end: an extension that is nobody's rings for no other call.
    const ended = moved.find((each) => each.estado !== 'aberta' && fitsCancel(cancelled, each))
    if (!ended) throw refusal
    noteDecisao(message, 'nada', ended.id)
    return nothing
  }
  switch (decision.kind) {
    case 'close': {
      const { ligacao, estado } = decision
      await awaitGroup(desk, ligacao.id)
      const row = await endByCentral(database, ligacao.usuario, ligacao, { estado, caiu }, now)
      return row && ended(row)
    }
    case 'over': {
      const { ligacao } = decision
      const row = await endByCentral(database, ligacao.usuario, ligacao, { estado: 'fechada', caiu }, now)
      if (row) ended(row)
      return row && nothing
    }
    case 'mark':
      if (!(await leaveMark(database, usuario, facts.ligacoes, { ...cancelled, criada_em: now }))) return undefined
      noteDecisao(message, 'marcou')
      return nothing
    case 'nothing':
      noteDecisao(message, 'nada', decision.ligacao?.id)
      return nothing
  }
}
