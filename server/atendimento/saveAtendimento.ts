import { foldText } from '../cliente/rules/folded.ts'
import type { Desk } from '../desk.ts'
import { attend } from '../ligacao/attend.ts'
import { holderAfter, presentAtendimento } from '../ligacao/rows/itsAtendimento.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import { atendimentoById, isOfErased, saveWords, unknownChoices } from './rows/saveAtendimento.ts'
import { type AtendimentoAndLigacao, tellWindow } from './tellWindow.ts'
import type { SaveAtendimentoRequest } from './wire/atendimento.ts'

/**
 * Saves words, choices and state on top of the version that was read.
 * @throws Refusal conflict, with the newest ticket in its body, also for words about a person who was erased;
 * not_found, which names the colleague who has the ticket now; invalid for a choice that is not in the lists
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
  // If the person is erased after this check, the erasure changes the ticket's version, and nothing is saved.
  const erased = Boolean(change.descricao) && (await isOfErased(database, id))
  const saved = !erased && (await saveWords(database, usuarioId, id, { ...change, busca }, desk.now()))
  const row = await atendimentoById(database, usuarioId, id)
  if (!row) {
    const nome = await holderAfter(database, usuarioId, id)
    if (nome === null) throw notFound('O atendimento')
    throw new Refusal('not_found', `Este atendimento agora é de ${nome}: o que você digitou depois disso não foi salvo`)
  }
  const atendimento = presentAtendimento(row)
  if (erased) {
    const msg = 'Os dados deste cliente foram eliminados a pedido dele: anotações não são mais salvas'
    throw new Refusal('conflict', msg, {}, { atendimento: { ...atendimento, eliminado: true } })
  }
  if (!saved) {
    const msg = 'O atendimento foi alterado em outra aba: recarregue antes de salvar'
    throw new Refusal('conflict', msg, {}, { atendimento })
  }
  // Words are a sign that the agent attends the call, also in the second round of the exchange's queue.
  if (change.descricao && row.ligacao_id) await attend(desk, usuarioId, row.ligacao_id)
  return { atendimento, ligacao: await tellWindow(desk, usuarioId, row.ligacao_id) }
}
