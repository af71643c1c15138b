import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { Others } from './database/others/others.ts'
import type { ServerEvent, Told } from './events.ts'
import type { Log } from './log.ts'

/** How use cases tell the screens, always after the commit. server/realtime implements it. */
export interface Publisher {
  /** Tells every screen of one user, in whatever process, and nobody else. */
  publish<E extends ServerEvent>(usuarioId: number, event: E, ...told: Told<E>): void
  /** Tells the user's screens in this process. */
  publishHere<E extends ServerEvent>(usuarioId: number, event: E, ...told: Told<E>): void
  /** Screens of the user, as far as this process knows without asking others. */
  screensOf(usuarioId: number): number
  /** Users with a screen in this process. */
  usuariosHere(): number[]
}

/** The one context that every use case takes. */
export interface Desk {
  /** In force now: what administrators set on screen overrides the environment, and may change at any moment. */
  readonly config: Config
  readonly database: Database
  readonly publisher: Publisher
  /** The other processes of this database. */
  readonly others: Pick<Others, 'count' | 'hear' | 'tell'>
  readonly log: Log
  now(): Date
}

/** State that a room keeps for each desk (a cache, a queue, a buffer): made at first use, collected with the desk. */
export function perDesk<T>(make: (desk: Desk) => T): (desk: Desk) => T {
  const kept = new WeakMap<Desk, T>()
  return (desk) => {
    const known = kept.get(desk)
    if (known !== undefined) return known
    const made = make(desk)
    kept.set(desk, made)
    return made
  }
}

/**
 * Like `perDesk`, for state that opens asynchronously: a failed attempt is not kept, the next caller tries again.
 * `ifOpened` opens nothing: undefined where nobody did.
 */
export function openedPerDesk<T>(open: (desk: Desk) => Promise<T>) {
  const kept = perDesk((): { opened?: Promise<T> | undefined } => ({}))
  const opened = (desk: Desk): Promise<T> => {
    const slot = kept(desk)
    slot.opened ??= open(desk).catch((error) => {
      slot.opened = undefined
      throw error
    })
    return slot.opened
  }
  return Object.assign(opened, { ifOpened: (desk: Desk) => kept(desk).opened })
}
