import { setTimeout as pause } from 'node:timers/promises'
import { type Desk, perDesk } from '../desk.ts'
import { flushRings, followRings } from './noteRing.ts'
import { flushGroups } from './publishLigacao.ts'
import { flushShown } from './reportShown.ts'
import { windowsOf } from './rows/ligacao.ts'

/**
 * Listens to what other processes tell about calls. Returns the function that ends it, which first joins, tells and
 * writes what is gathered, as far as the database still answers.
 */
export function followLigacoes(desk: Desk): () => Promise<void> {
  followRings(desk)
  return async () => {
    await flushRings(desk)
    await flushGroups(desk)
    await flushShown(desk)
  }
}

/**
 * So many users' screens are told to ask for their snapshots at once, and the next ones this many milliseconds later,
 * so that calls do not wait behind a thousand snapshots.
 */
const [atOnce, everyMs] = [25, 50]

const lookedAt = perDesk(() => ({ windows: new Map<number, string>() }))

/**
 * A safety net for events of other processes that were lost: compares the open windows of each user who has a screen
 * here with those of the last look. Where they differ, the screens ask for their snapshot again, whether an event was
 * heard or not. Does nothing in a process that is alone.
 */
export async function checkChangedScreens(desk: Desk): Promise<void> {
  const looked = lookedAt(desk)
  if (desk.others.count === 0) return looked.windows.clear()
  const before = looked.windows
  const rows = await windowsOf(desk.database, desk.publisher.usuariosHere())
  looked.windows = new Map(rows.map(({ usuario_id, windows }) => [usuario_id, windows]))
  const changed = rows.filter(({ usuario_id, windows }) => before.get(usuario_id) !== windows)
  for (let at = 0; at < changed.length; at += atOnce) {
    if (at > 0) await pause(everyMs)
    for (const { usuario_id } of changed.slice(at, at + atOnce))
      desk.publisher.publishHere(usuario_id, 'ligacoes:conferir')
  }
}
