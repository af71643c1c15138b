import { eDaSupervisao } from '../../acesso/rules/supervisao.ts'
import type { Papel } from '../../acesso/wire.ts'
import { Refusal } from '../../refusal.ts'

/** Who asks, as far as it decides whose calls they may see. */
export interface Viewer {
  usuarioId: number
  papel: Papel
}

/** Whether they may see everybody's calls. docs/interface.md: Roles. */
export const seesAll = ({ papel }: Viewer) => eDaSupervisao(papel)

/** Whose calls a list shows, null for everybody's: those of the user asked for, if the viewer may. @throws Refusal forbidden */
export function whoseCalls(viewer: Viewer, usuario: number | undefined): number | null {
  if (seesAll(viewer)) return usuario ?? null
  if (usuario !== undefined && usuario !== viewer.usuarioId)
    throw new Refusal('forbidden', 'Seu papel (atendente) só mostra as suas chamadas: peça a um supervisor')
  return viewer.usuarioId
}
