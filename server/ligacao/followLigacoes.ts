import { setTimeout as pause } from 'node:timers/promises'
import type { Others } from '../database/others/others.ts'
import { type Desk, perDesk } from '../desk.ts'
import { flushRings, followRings } from './noteRing.ts'
import { flushGroups } from './publishLigacao.ts'
import { flushShown } from './reportShown.ts'
import { windowsOf } from './rows/ligacao.ts'

/**
 * Hears what other processes tell of calls. Gives what ends it: what was gathered is joined, told and written, as far as
 * the database still answers.
 */
export function followLigacoes(desk: Desk, others: Others): () => Promise<void> {
  followRings(desk)
  others.on('missed', () => void checkAllScreens(desk))
  return async () => {
    await flushRings(desk)
    await flushGroups(desk)
    await flushShown(desk)
  }
}

/** Screens that ask for their snapshots at once, so that calls do not wait behind a thousand of them. */
const [atOnce, everyMs] = [25, 50]

/** Something may have been told that this process did not hear: every screen here asks for its calls again. */
const checkAllScreens = (desk: Desk) => askToCheck(desk, desk.publisher.usuariosHere())

const lookedAt = perDesk(() => ({ windows: new Map<number, string>() }))

/**
 * The net below what other processes tell: the screens here of whoever's open windows are others than at the last look
 * ask for them again, whether an event was heard or not. Nothing to do for a process that is alone.
 */
export async function checkChangedScreens(desk: Desk): Promise<void> {
  const looked = lookedAt(desk)
  if (desk.others.count === 0) return looked.windows.clear()
  const before = looked.windows
  const rows = await windowsOf(desk.database, desk.publisher.usuariosHere())
  looked.windows = new Map(rows.map(({ usuario_id, windows }) => [usuario_id, windows]))
  const changed = rows.filter(({ usuario_id, windows }) => before.get(usuario_id) !== windows)
  await askToCheck(
    desk,
    changed.map(({ usuario_id }) => usuario_id),
  )
}

async function askToCheck({ publisher }: Desk, usuarios: readonly number[]): Promise<void> {
  for (let at = 0; at < usuarios.length; at += atOnce) {
    if (at > 0) await pause(everyMs)
    for (const usuarioId of usuarios.slice(at, at + atOnce)) publisher.publishHere(usuarioId, 'ligacoes:conferir')
  }
}
