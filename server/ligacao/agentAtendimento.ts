import {
  atendimentoById,
  holderAfter,
  presentAtendimento,
  saveWords,
  unknownChoices,
} from '../atendimento/rows/atendimento.ts'
import type { Atendimento, SaveAtendimentoRequest } from '../atendimento/wire/atendimento.ts'
import { foldText } from '../cliente/rules/busca.ts'
import type { Desk } from '../desk.ts'
import { deskDay } from '../protocolo/rules/period.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import { attend, tooLate } from './attend.ts'
import { awaitGroup } from './noteRing.ts'
import { publishLigacao } from './publishLigacao.ts'
import { ligacaoById, presentLigacao } from './rows/ligacao.ts'
import { openTicket } from './rows/ticket.ts'
import { isLigacaoId } from './rules/call.ts'
import type { Ligacao } from './wire/ligacao.ts'

export interface AtendimentoAndLigacao {
  atendimento: Atendimento
  ligacao: Ligacao | null
}

/**
 * Opens the ticket of a call, or gives the one it has: two clicks, one number; the words come after, and so may the
 * customer. docs/interface.md: Protocol.
 * @throws Refusal not_found; conflict, with the call beside it, when a colleague of the ring group attends it
 */
export async function openAtendimento(
  desk: Desk,
  usuarioId: number,
  ligacaoId: string,
): Promise<AtendimentoAndLigacao> {
  await awaitGroup(desk, ligacaoId)
  const now = desk.now()
  const open = () => openTicket(desk.database, { usuarioId, ligacaoId, dia: deskDay(now, desk.config.timeZone), now })
  let opened = isLigacaoId(ligacaoId) ? await open() : 'no_call'
  if (opened === 'grouped') {
    await attend(desk, usuarioId, ligacaoId)
    opened = await open()
  }
  if (opened === 'over' || opened === 'grouped') await refuseColleagues(desk, ligacaoId)
  if (opened !== 'opened' && opened !== 'existing') throw notFound('A chamada aberta')
  const ligacao = await tellWindow(desk, usuarioId, ligacaoId)
  if (!ligacao?.atendimento) throw notFound('O atendimento')
  return { atendimento: ligacao.atendimento, ligacao }
}

/**
 * Saves words, choices and state on top of the version that was read.
 * @throws Refusal conflict, with the newest beside it; not_found, which names the colleague whose it is now; invalid for
 *   what is no option of the lists
 */
export async function saveAtendimento(
  desk: Desk,
  usuarioId: number,
  id: number,
  change: SaveAtendimentoRequest,
): Promise<AtendimentoAndLigacao> {
  const { database } = desk
  const unknown = await unknownChoices(database, id, change)
  if (unknown.length > 0)
    throw invalid(Object.fromEntries(unknown.map((field) => [field, ['não é uma opção em uso desta lista']])))
  const busca = change.descricao === undefined ? undefined : foldText(change.descricao)
  const saved = await saveWords(database, usuarioId, id, { ...change, busca }, desk.now())
  const row = await atendimentoById(database, usuarioId, id)
  if (!row) {
    const nome = await holderAfter(database, usuarioId, id)
    if (nome === null) throw notFound('O atendimento')
    throw new Refusal('not_found', `Este atendimento agora é de ${nome}: o que você digitou depois disso não foi salvo`)
  }
  const atendimento = presentAtendimento(row)
  if (!saved) {
    const msg = 'O atendimento foi alterado em outra aba: recarregue antes de salvar'
    throw new Refusal('conflict', msg, {}, { atendimento })
  }
  // Words are a sign that she attends the call, in the second round of a queue too.
  if (change.descricao && row.ligacao_id) await attend(desk, usuarioId, row.ligacao_id)
  return { atendimento, ligacao: await tellWindow(desk, usuarioId, row.ligacao_id) }
}

/** @throws Refusal conflict when the call is over because a colleague of its ring group attends */
async function refuseColleagues(desk: Desk, ligacaoId: string): Promise<void> {
  const row = await ligacaoById(desk.database, ligacaoId)
  if (row?.encerrada_por === 'grupo') throw tooLate(presentLigacao(row))
}

/**
 * The ticket's call as it stands, told to its agent's screens while its window is open. A ticket that was passed on is
 * another's than its call: then the call is nothing to whoever writes the ticket.
 */
export async function tellWindow(desk: Desk, usuarioId: number, ligacaoId: string | null): Promise<Ligacao | null> {
  const row = ligacaoId ? await ligacaoById(desk.database, ligacaoId) : null
  if (!row) return null
  const ligacao = presentLigacao(row)
  if (row.estado === 'aberta') publishLigacao(desk, row.usuario_id, 'ligacao:atualizada', ligacao)
  return row.usuario_id === usuarioId ? ligacao : null
}
