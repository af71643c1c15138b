import type { Desk } from '../desk.ts'
import { notFound, Refusal } from '../refusal.ts'
import { tellWindow } from './agentAtendimento.ts'
import { type Reader, readAtendimento } from './readAtendimento.ts'
import { ligacaoOfTicket } from './rows/atendimentos.ts'
import { linkTicket } from './rows/linkTicket.ts'
import type { AtendimentoInteiro } from './wire/atendimentos.ts'

/**
 * Says whom a ticket is about, or corrects it: one's own, anybody's for supervisors; its call moves along. On record.
 * @throws Refusal not_found; conflict when there is no such customer
 */
export async function linkAtendimento(
  desk: Desk,
  reader: Reader & { ip: string },
  id: number,
  idCliente: number,
): Promise<AtendimentoInteiro> {
  const { usuarioId, papel, ip } = reader
  const de = papel === 'atendente' ? usuarioId : null
  const linked = await linkTicket(desk.database, { id, de, idCliente, who: { usuarioId, ip }, now: desk.now() })
  if (linked === 'no_ticket') throw notFound('O atendimento')
  if (linked === 'no_cliente') throw new Refusal('conflict', 'O cliente não existe')
  await tellWindow(desk, usuarioId, await ligacaoOfTicket(desk.database, id))
  return readAtendimento(desk, reader, id)
}
