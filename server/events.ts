/**
 * The events that screens are sent, with their bodies. Each room declares its own events beside its wire, and `publish`
 * accepts no others. Events of a call go only to the screens of its user. docs/interface.md: The socket's wire.
 */
export interface ServerEvents {
  /** Whether the database answers; `true` also says that events of any kind may have been missed: ask for everything. */
  'mesa:banco': (body: { responde: boolean }) => void
}

export type ServerEvent = keyof ServerEvents
/** What goes with the event: its body, or nothing. */
export type Told<E extends ServerEvent> = Parameters<ServerEvents[E]>
