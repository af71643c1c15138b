import type { Desk } from '../desk.ts'
import { Refusal } from '../refusal.ts'
import { awaitGroup } from './noteRing.ts'
import { tellAttended, tellGroup, tellLigacao } from './publishLigacao.ts'
import { attendCall } from './rows/attention.ts'
import type { Ligacao } from './wire/ligacao.ts'

/**
 * A sign that the agent attends an open call: the first one counts, and the other windows of its ring group close. False
 * when nothing changed: it was attended before, is over or is another agent's. docs/interface.md: A window.
 */
export async function attend(desk: Desk, usuarioId: number, ligacaoId: string): Promise<boolean> {
  await awaitGroup(desk, ligacaoId)
  const changed = await attendCall(desk.database, { id: ligacaoId, usuario_id: usuarioId, now: desk.now() })
  for (const { id } of changed) {
    const ligacao = await tellLigacao(desk, id, id === ligacaoId ? 'ligacao:atualizada' : 'ligacao:encerrada')
    if (ligacao && id === ligacaoId) tellGroup(desk, ligacao)
  }
  if (changed.length > 0) tellAttended(desk, ligacaoId)
  return changed.length > 0
}

/** The refusal for an agent who comes too late for a call: it is over, or a colleague, who is named, attends it. */
export function tooLate(ligacao: Ligacao): Refusal {
  const colleague = ligacao.encerrada_por === 'grupo' && ligacao.grupo?.find(({ estado }) => estado === 'atendida')
  const msg = colleague ? `Em atendimento por ${colleague.usuario}` : 'A chamada já terminou'
  return new Refusal('conflict', msg, {}, { ligacao })
}
