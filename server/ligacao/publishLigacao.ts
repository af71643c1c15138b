import type { Desk } from '../desk.ts'
import { ligacaoById, presentLigacao } from './rows/ligacao.ts'
import type { Ligacao, ServerEvents } from './wire/ligacao.ts'

type LigacaoEvent = Exclude<keyof ServerEvents, `ligacoes:${string}` | 'mesa:banco'>

/** Tells every screen of the user what became of a call; after its commit. docs/interface.md: The socket's wire. */
export const publishLigacao = (desk: Desk, usuarioId: number, event: LigacaoEvent, ligacao: Ligacao) =>
  desk.publisher.publish(usuarioId, event, ligacao)

/** Reads the call as it stands and tells it; null when there is none. */
export async function tellLigacao(desk: Desk, id: string, event: LigacaoEvent): Promise<Ligacao | null> {
  const row = await ligacaoById(desk.database, id)
  if (!row) return null
  const ligacao = presentLigacao(row)
  publishLigacao(desk, row.usuario_id, event, ligacao)
  return ligacao
}
