import { LRUCache } from 'lru-cache'
import { isDatabaseAway } from '../database/away.ts'
import { type Desk, perDesk } from '../desk.ts'
import { flusher } from '../flow/flusher.ts'
import { markSeen } from './rows/seenWindows.ts'
import { isLigacaoId } from './rules/call.ts'
import type { Ligacao } from './wire/ligacao.ts'

/** What is known of one window and not written yet: whether a screen drew it, and the ring that a screen was told. */
interface Seen {
  exibida: boolean
  toque: string | null
}

/** Long enough for several windows of a busy desk, short enough for a screen that asks what was seen. */
const shownWithinMs = 250
/** Most windows are drawn as soon as they are told, and both are written at once: this is for those that are not. */
const toldWithinMs = 1_000
/** How soon a write is tried again after it failed. */
const againWithinMs = 1_000
/** Windows that are gathered of one user: a screen that reports more than it can have is not believed. */
const maxGathered = 1_000

const gatheredBy = perDesk((desk) => ({
  windows: new Map<number, Map<string, Seen>>(),
  writing: flusher(
    shownWithinMs,
    () => write(desk),
    (err) => isDatabaseAway(err) || desk.log.error({ err }, 'windows told and shown were not recorded'),
  ),
  /** Rings that are written already, by call id: each snapshot tells them again, and they need no second write. */
  written: new LRUCache<string, string>({ max: 20_000 }),
}))

/** A screen reports that it shows this window. Reports are gathered and written in one statement. */
export function reportShown(desk: Desk, usuarioId: number, ligacaoId: string): void {
  if (isLigacaoId(ligacaoId)) note(desk, usuarioId, ligacaoId, { exibida: true }, shownWithinMs)
}

/** A connected screen of the user is told of this window: it was not unseen. docs/interface.md: A window. */
export function reportTold(desk: Desk, usuarioId: number, { id, estado, tocada_em }: Ligacao): void {
  if (estado !== 'aberta' || gatheredBy(desk).written.get(id) === tocada_em) return
  note(desk, usuarioId, id, { toque: tocada_em }, toldWithinMs)
}

function note(desk: Desk, usuarioId: number, id: string, news: Partial<Seen>, withinMs: number): void {
  const gathered = gatheredBy(desk)
  const ofUser = gathered.windows.get(usuarioId) ?? new Map<string, Seen>()
  const known = ofUser.get(id)
  if (!known && ofUser.size >= maxGathered) return
  ofUser.set(id, { exibida: false, toque: null, ...known, ...news })
  gathered.windows.set(usuarioId, ofUser)
  gathered.writing.soon(withinMs)
}

/** Writes what is gathered, after what is being written. What fails is tried again until it is written. Never rejects. */
export const flushShown = (desk: Desk): Promise<void> => gatheredBy(desk).writing.flush()

/** Writes what waits of this user; false when something still does, because it could not be written. Never rejects. */
export async function writeShownOf(desk: Desk, usuarioId: number): Promise<boolean> {
  const gathered = gatheredBy(desk)
  await (gathered.windows.has(usuarioId) ? gathered.writing.flush() : gathered.writing.flushing())
  return !gathered.windows.has(usuarioId)
}

async function write(desk: Desk): Promise<void> {
  const gathered = gatheredBy(desk)
  const windows = [...gathered.windows].flatMap(([usuario_id, ofUser]) =>
    [...ofUser].map(([id, seen]) => ({ id, usuario_id, ...seen })),
  )
  if (windows.length === 0) return
  gathered.windows = new Map()
  try {
    await markSeen(desk.database, windows, desk.now())
    for (const { id, toque } of windows) if (toque) gathered.written.set(id, toque)
  } catch (err) {
    putBack(gathered.windows, windows)
    // A desk that has ended does not try again.
    if (!desk.database.pool.ending) gathered.writing.soon(againWithinMs)
    throw err
  }
}

function putBack(
  into: Map<number, Map<string, Seen>>,
  windows: readonly (Seen & { id: string; usuario_id: number })[],
) {
  for (const { id, usuario_id, exibida, toque } of windows) {
    const ofUser = into.get(usuario_id) ?? new Map<string, Seen>()
    const newer = ofUser.get(id)
    ofUser.set(id, { exibida: exibida || (newer?.exibida ?? false), toque: newer?.toque ?? toque })
    into.set(usuario_id, ofUser)
  }
}
