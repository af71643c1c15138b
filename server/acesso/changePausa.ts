import type { Desk } from '../desk.ts'
import { beginPausa, endLeftPausas, endPausa, pausaOf } from './rows/pausas.ts'
import { listSupervisores } from './rows/users.ts'
import type { MotivoPausa, Pausa } from './wire.ts'

const changed = 'pausas:mudaram'

/** Begins a pause, or says another reason; all her screens and the supervisors' are told. Idempotent. */
export async function startPausa(desk: Desk, usuarioId: number, motivo: MotivoPausa): Promise<Pausa | null> {
  const { database, now } = desk
  if (await beginPausa(database, { usuario_id: usuarioId, motivo, now: now() })) await tellPausas(desk, [usuarioId])
  return pausaOf(database, usuarioId)
}

/** She is back. Idempotent. */
export async function stopPausa(desk: Desk, usuarioId: number): Promise<void> {
  if (await endPausa(desk.database, usuarioId, desk.now())) await tellPausas(desk, [usuarioId])
}

/** Whoever is signed in nowhere any more is in no pause but gone: however her last session ended. */
export async function stopLeftPausas(desk: Desk): Promise<void> {
  const whose = await endLeftPausas(desk.database, desk.now())
  if (whose.length > 0) await tellPausas(desk, whose)
}

/** Screens ask anew for what they show. */
async function tellPausas({ database, publisher }: Desk, whose: readonly number[]): Promise<void> {
  for (const usuarioId of new Set([...whose, ...(await listSupervisores(database))]))
    publisher.publish(usuarioId, changed, {})
}
