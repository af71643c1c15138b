import { atendimentoById, atendimentoByLigacao, presentAtendimento, saveWords } from '../atendimento/rows.ts'
import { deskDay } from '../atendimento/rules.ts'
import type { Atendimento, SaveAtendimentoRequest } from '../atendimento/wire.ts'
import type { Desk } from '../desk.ts'
import { notFound, Refusal } from '../refusal.ts'
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
 * Opens the ticket of a call, or gives the one it has: two clicks, one number; the words come after.
 * docs/interface.md: Protocol.
 * @throws Refusal not_found; conflict while nobody said who calls
 */
export async function openAtendimento(
  desk: Desk,
  usuarioId: number,
  ligacaoId: string,
): Promise<AtendimentoAndLigacao> {
  const now = desk.now()
  const opened = isLigacaoId(ligacaoId)
    ? await openTicket(desk.database, { usuarioId, ligacaoId, dia: deskDay(now, desk.config.timeZone), now })
    : 'no_call'
  if (opened === 'no_call') throw notFound('A chamada aberta')
  if (opened === 'no_cliente') throw new Refusal('conflict', 'Escolha o cliente antes de abrir o atendimento')
  const row = await atendimentoByLigacao(desk.database, ligacaoId)
  if (!row) throw notFound('O atendimento')
  return { atendimento: presentAtendimento(row), ligacao: await tellWindow(desk, usuarioId, ligacaoId) }
}

/** Saves words and state on top of the version that was read. @throws Refusal conflict, with the newest beside it */
export async function saveAtendimento(
  desk: Desk,
  usuarioId: number,
  id: number,
  change: SaveAtendimentoRequest,
): Promise<AtendimentoAndLigacao> {
  const saved = await saveWords(desk.database, usuarioId, id, change, desk.now())
  const row = await atendimentoById(desk.database, usuarioId, id)
  if (!row) throw notFound('O atendimento')
  const atendimento = presentAtendimento(row)
  if (!saved) {
    const msg = 'O atendimento foi alterado em outra aba: recarregue antes de salvar'
    throw new Refusal('conflict', msg, {}, { atendimento })
  }
  return { atendimento, ligacao: await tellWindow(desk, usuarioId, row.ligacao_id) }
}

/** The ticket's call as it stands, told to the agent's screens while its window is open. */
async function tellWindow(desk: Desk, usuarioId: number, ligacaoId: string | null): Promise<Ligacao | null> {
  const row = ligacaoId ? await ligacaoById(desk.database, ligacaoId) : null
  if (!row) return null
  const ligacao = presentLigacao(row)
  if (row.estado === 'aberta') publishLigacao(desk, usuarioId, 'ligacao:atualizada', ligacao)
  return ligacao
}
