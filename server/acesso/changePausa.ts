import { type Desk, perDesk } from '../desk.ts'
import { invalid } from '../refusal.ts'
import { beginPausa, endLeftPausas, endPausa, pausaOf } from './rows/pausa.ts'
import { listSupervisores } from './rows/users.ts'
import type { Pausa } from './wire.ts'

/** Users whose pause ended by itself. They are kept until the screens are told, so that a failure is retried. */
const untoldBy = perDesk(() => new Set<number>())

/**
 * Begins a pause, or changes its reason, and notifies the screens of the user and of the supervisors. Idempotent; a repeated
 * request notifies again, because the first may have got no answer. @throws Refusal invalid for a reason that is not in use
 */
export async function startPausa(desk: Desk, usuarioId: number, codigo: string): Promise<Pausa | null> {
  const { database, now } = desk
  if (!(await beginPausa(database, { usuario_id: usuarioId, codigo, now: now() })))
    throw invalid({ motivo: ['não é um motivo em uso: escolha outro'] })
  await tellPausas(desk, [usuarioId])
  return pausaOf(database, usuarioId)
}

/** Ends the pause. Idempotent; a repeated request notifies again. */
export async function stopPausa(desk: Desk, usuarioId: number): Promise<void> {
  await endPausa(desk.database, usuarioId, desk.now())
  await tellPausas(desk, [usuarioId])
}

/** Ends the pauses of users who have no session left. */
export async function stopLeftPausas(desk: Desk): Promise<void> {
  const untold = untoldBy(desk)
  for (const usuarioId of await endLeftPausas(desk.database, desk.now())) untold.add(usuarioId)
  if (untold.size === 0) return
  await tellPausas(desk, [...untold])
  untold.clear()
}

/** Makes screens reload. The users' own come first, without a query, even when the database does not answer. */
async function tellPausas({ database, publisher }: Desk, whose: readonly number[]): Promise<void> {
  for (const usuarioId of whose) publisher.publish(usuarioId, 'pausas:mudaram', {})
  for (const usuarioId of await listSupervisores(database))
    if (!whose.includes(usuarioId)) publisher.publish(usuarioId, 'pausas:mudaram', {})
}
