import type { Ligacao } from './ligacao/wire/ligacao.ts'

export type LigacaoEvent = 'ligacao:aberta' | 'ligacao:atualizada' | 'ligacao:encerrada'

/** How operations tell the screens, always after the commit. The realtime floor implements it. */
export interface Publisher {
  /** Tells every screen of one user, in whatever process, and nobody else. */
  publish(usuarioId: number, event: LigacaoEvent, ligacao: Ligacao): void
  /** Screens of the user that this process knows of, without waiting for other processes. */
  screensOf(usuarioId: number): number
}
