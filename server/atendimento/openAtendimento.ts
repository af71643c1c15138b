import type { Desk } from '../desk.ts'
import { attend, tooLate } from '../ligacao/attend.ts'
import { awaitGroup } from '../ligacao/noteRing.ts'
import { tellAttended } from '../ligacao/publishLigacao.ts'
import { ligacaoById, presentLigacao } from '../ligacao/rows/ligacao.ts'
import { isLigacaoId } from '../ligacao/rules/call.ts'
import { deskDay } from '../protocolo/rules/period.ts'
import { notFound } from '../refusal.ts'
import { insertAtendimento } from './rows/openAtendimento.ts'
import { type AtendimentoAndLigacao, tellWindow } from './tellWindow.ts'

/**
 * Opens the ticket of a call, or returns the one it has, so that two clicks take one number. Words, and perhaps the
 * customer, follow later. docs/interface.md: Protocol.
 * @throws Refusal not_found; conflict, with the call in its body, when a colleague of the ring group attends it
 */
export async function openAtendimento(
  desk: Desk,
  usuarioId: number,
  ligacaoId: string,
): Promise<AtendimentoAndLigacao> {
  await awaitGroup(desk, ligacaoId)
  const now = desk.now()
  const dia = deskDay(now, desk.config.timeZone)
  const open = () => insertAtendimento(desk.database, { id: ligacaoId, usuario_id: usuarioId, dia, now })
  let opened = isLigacaoId(ligacaoId) ? await open() : 'no_call'
  // The ticket of a call that rings again was opened during an earlier ring.
  if (opened === 'grouped' || opened === 'existing') await attend(desk, usuarioId, ligacaoId)
  if (opened === 'grouped') opened = await open()
  if (opened === 'over' || opened === 'grouped') await refuseColleagues(desk, ligacaoId)
  if (opened !== 'opened' && opened !== 'existing') throw notFound('A chamada aberta')
  if (opened === 'opened') tellAttended(desk, ligacaoId)
  const ligacao = await tellWindow(desk, usuarioId, ligacaoId)
  if (!ligacao?.atendimento) throw notFound('O atendimento')
  return { atendimento: ligacao.atendimento, ligacao }
}

/** @throws Refusal conflict when the call is over because a colleague of its ring group attends */
async function refuseColleagues(desk: Desk, ligacaoId: string): Promise<void> {
  const row = await ligacaoById(desk.database, ligacaoId)
  if (row?.encerrada_por === 'grupo') throw tooLate(presentLigacao(row))
}
