import type { Desk } from '../desk.ts'
import { publishLigacao } from '../ligacao/publishLigacao.ts'
import { ligacaoById, presentLigacao } from '../ligacao/rows/ligacao.ts'
import type { Atendimento, Ligacao } from '../ligacao/wire/ligacao.ts'

export interface AtendimentoAndLigacao {
  atendimento: Atendimento
  ligacao: Ligacao | null
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
