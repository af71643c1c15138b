import * as z from 'zod'
import type { Others } from '../database/others/others.ts'
import { flusher } from '../flow/flusher.ts'
import type { Log } from '../log.ts'

/** What the hub of this process can do for screens connected to it. */
export interface Here {
  /** `event` is any text, because another process may know events that this one does not. */
  publish(usuarioId: number, event: string, ...told: unknown[]): void
  screensOf(usuarioId: number): number
  usuarios(): number[]
}

const published = z.tuple([z.int(), z.string()], z.unknown())
/** The number of screens of each user. With `all`, a user who is not listed has none. */
const screens = z.object({ all: z.boolean(), counts: z.array(z.tuple([z.int(), z.int()])) })

/** In milliseconds: when many screens connect at once, the other processes get one message about all of them. */
const gatherMs = 50

/** The screens connected to other processes of the desk: tells them, and knows how many there are of each user. */
export function elsewhere(others: Others, here: Here, log: Pick<Log, 'error'>) {
  const known = new Map<number, Map<number, number>>()
  const changed = new Set<number>()
  const countsOf = (usuarios: Iterable<number>) => [...usuarios].map((id) => [id, here.screensOf(id)] as const)
  const telling = flusher(
    gatherMs,
    () => {
      others.tell('screens', { all: false, counts: countsOf(changed) })
      changed.clear()
    },
    // The other processes get these counts with the next change.
    (err) => log.error({ err }, 'other processes were not told of screens'),
  )

  others.hear('publish', (what) => {
    const { data } = published.safeParse(what)
    if (data) here.publish(...data)
  })
  others.hear('screens', (what, from) => {
    const { data } = screens.safeParse(what)
    if (!data) return
    const counts = (data.all ? undefined : known.get(from)) ?? new Map<number, number>()
    for (const [usuarioId, count] of data.counts) counts.set(usuarioId, count)
    known.set(from, counts)
  })
  others.on('met', () => others.tell('screens', { all: true, counts: countsOf(here.usuarios()) }))
  others.on('gone', (from) => known.delete(from))

  return {
    publish: (usuarioId: number, event: string, ...told: unknown[]) =>
      others.tell('publish', [usuarioId, event, ...told]),
    screensOf(usuarioId: number): number {
      let sum = 0
      for (const counts of known.values()) sum += counts.get(usuarioId) ?? 0
      return sum
    },
    /** A screen of the user came or went here. */
    changed(usuarioId: number): void {
      changed.add(usuarioId)
      telling.soon()
    },
  }
}
