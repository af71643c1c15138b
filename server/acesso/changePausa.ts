import { type Desk, perDesk } from '../desk.ts'
import { beginPausa, endLeftPausas, endPausa, pausaOf } from './rows/pausa.ts'
import { listSupervisores } from './rows/users.ts'
import type { MotivoPausa, Pausa } from './wire.ts'

/** Whose pause ended by itself, until the supervisors are told. */
const untoldBy = perDesk(() => new Set<number>())

/**
 * Begins a pause, or says another reason; all the user's screens and the supervisors' are told. Idempotent, and told again: whoever
 * repeats it may have got no answer the first time.
 */
export async function startPausa(desk: Desk, usuarioId: number, motivo: MotivoPausa): Promise<Pausa | null> {
  const { database, now } = desk
  await beginPausa(database, { usuario_id: usuarioId, motivo, now: now() })
  await tellPausas(desk, [usuarioId])
  return pausaOf(database, usuarioId)
}

/** Ends the pause. Idempotent, and told again. */
export async function stopPausa(desk: Desk, usuarioId: number): Promise<void> {
  await endPausa(desk.database, usuarioId, desk.now())
  await tellPausas(desk, [usuarioId])
}

/** A user who is signed in nowhere any more is in no pause, however the last session ended. */
export async function stopLeftPausas(desk: Desk): Promise<void> {
  const untold = untoldBy(desk)
  for (const usuarioId of await endLeftPausas(desk.database, desk.now())) untold.add(usuarioId)
  if (untold.size === 0) return
  await tellPausas(desk, [...untold])
  untold.clear()
}

/** Screens ask anew for what they show: the user's own at once, whether or not the database still answers. */
async function tellPausas({ database, publisher }: Desk, whose: readonly number[]): Promise<void> {
  for (const usuarioId of whose) publisher.publish(usuarioId, 'pausas:mudaram', {})
  for (const usuarioId of await listSupervisores(database))
    if (!whose.includes(usuarioId)) publisher.publish(usuarioId, 'pausas:mudaram', {})
}
