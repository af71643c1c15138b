import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { recordChoice } from '../ligacao/agentLigacao.ts'
import { tellLembretes } from '../ligacao/publishLigacao.ts'
import { seesAll, type Viewer } from '../ligacao/rules/viewer.ts'
import { notFound, Refusal } from '../refusal.ts'
import { readAtendimento, visibleAtendimento } from './readAtendimento.ts'
import { setClienteOfAtendimento } from './rows/linkAtendimento.ts'
import { ligacaoOfAtendimento } from './rows/readAtendimento.ts'
import { tellWindow } from './tellWindow.ts'
import type { AtendimentoInteiro } from './wire/atendimento.ts'

/**
 * Sets or corrects the customer of a ticket: the user's own ticket, for supervisors anybody's. Its call gets the same
 * customer. On record.
 * @throws Refusal not_found; too_many; conflict when there is no such customer
 */
export async function linkAtendimento(
  desk: Desk,
  viewer: Viewer & Who,
  id: number,
  idCliente: number,
): Promise<AtendimentoInteiro> {
  const { usuarioId, ip } = viewer
  const de = seesAll(viewer) ? null : usuarioId
  const before = await visibleAtendimento(desk, viewer, id)
  const ligacaoId = await ligacaoOfAtendimento(desk.database, id)
  const alvo = ligacaoId === null ? `atendimento:${id}` : `ligacao:${ligacaoId}`
  if (before.id_cliente !== idCliente) await recordChoice(desk, { usuarioId, ip }, alvo, idCliente)
  const linked = await setClienteOfAtendimento(desk.database, {
    id,
    de,
    idCliente,
    who: { usuarioId, ip },
    now: desk.now(),
  })
  if (linked === 'no_atendimento') throw notFound('O atendimento')
  if (linked === 'no_cliente') throw new Refusal('conflict', 'O cliente não existe')
  tellLembretes(desk, linked.donos)
  await tellWindow(desk, usuarioId, ligacaoId)
  return readAtendimento(desk, viewer, id)
}
