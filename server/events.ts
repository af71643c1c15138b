/**
 * What screens are told, by event. A room adds what it tells where its wire is, and `publish` takes nothing else. Calls
 * go only ever to the screens of the user concerned. docs/interface.md: The socket's wire.
 */
export interface ServerEvents {
  /** Whether the database answers; `true` also says that something may have been missed: ask for the snapshot. */
  'mesa:banco': (body: { responde: boolean }) => void
}

export type ServerEvent = keyof ServerEvents
/** What goes with the event: its body, or nothing. */
export type Told<E extends ServerEvent> = Parameters<ServerEvents[E]>
