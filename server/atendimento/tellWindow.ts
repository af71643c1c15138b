import type { Desk } from '../desk.ts'
import { publishLigacao } from '../ligacao/publishLigacao.ts'
import { ligacaoById, presentLigacao } from '../ligacao/rows/ligacao.ts'
import type { Atendimento, Ligacao } from '../ligacao/wire/ligacao.ts'

export interface AtendimentoAndLigacao {
  atendimento: Atendimento
  ligacao: Ligacao | null
}

/**
 * Reads the ticket's call and publishes it to the screens of the call's agent while its window is open. Returns null
 * when the call is not this user's: a ticket that was passed on belongs to another agent than its call.
 */
export async function tellWindow(desk: Desk, usuarioId: number, ligacaoId: string | null): Promise<Ligacao | null> {
  const row = ligacaoId ? await ligacaoById(desk.database, ligacaoId) : null
  if (!row) return null
  const ligacao = presentLigacao(row)
  if (row.estado === 'aberta') publishLigacao(desk, row.usuario_id, 'ligacao:atualizada', ligacao)
  return row.usuario_id === usuarioId ? ligacao : null
}
