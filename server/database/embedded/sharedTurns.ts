import type { ClientSession } from './clientSession.ts'
import type { SessionUse } from './sessionUse.ts'

/** One who shares the backend, and what it has said since its last turn. */
export type Client = {
  write: (message: Buffer) => void
  drop: () => void
  session: ClientSession
  /** It has said who it is. */
  started: boolean
  /** Its connection is being cleared up after. */
  left: boolean
  gathered: Buffer[]
  /** What the gathered messages come to beside their answers. */
  refusal: string | null
  settings: boolean
  forgets: SessionUse['forgets']
}

/** Everything up to a Sync, which nobody else comes between. */
export type Turn = {
  id: number
  message: Buffer
  /** It is to be answered; unless the backend then says that it is ready, the client goes on before anybody else. */
  asks: boolean
  /** It may leave settings behind. */
  settings: boolean
  forgets: SessionUse['forgets']
  onData: (piece: Uint8Array) => void
  resolve: (bytes: number) => void
  reject: (error: Error) => void
}
