import type { Socket } from 'socket.io'
import { recognizePerson } from '../../acesso/recognizePerson.ts'
import { isDatabaseAway } from '../../database/away.ts'
import { type Desk, perDesk } from '../../desk.ts'
import type { ServerEvents } from '../../events.ts'
import { RateLimiter } from '../../flow/rateLimiter.ts'
import { Semaphore } from '../../flow/semaphore.ts'
import { singleFlight } from '../../flow/singleFlight.ts'
import { busy, Refusal } from '../../refusal.ts'
import { listAbertas } from '../agentLigacao.ts'
import { reportShown, reportTold } from '../reportShown.ts'
import type { ClientEvents, LigacoesAbertas } from '../wire/ligacao.ts'

/** When all screens come back at once, each waits its turn. */
const reading = { most: 64, waiting: 5_000, patienceMs: 15_000, refusal: busy }
const snapshotOf = perDesk((desk) => {
  const readings = new Semaphore(reading)
  return singleFlight((usuarioId: number) => readings.run(() => listAbertas(desk, usuarioId)))
})
/**
 * Snapshots that a screen may ask for: how many at once, then how many per second.
 * docs/interface.md: The socket's wire.
 */
const asking = [120, 5] as const

/**
 * Serves one screen: its open calls on every connection and whenever it asks. It is in its rooms before the snapshot is
 * read: what happens in between arrives as an event, and versions sort it out. docs/interface.md: The socket's wire.
 */
export function serveScreen(desk: Desk, socket: Socket<ClientEvents, ServerEvents>, usuarioId: number): void {
  const snapshot = () => snapshotOf(desk)(usuarioId)
  // That the database is away is logged elsewhere, once, and not for every screen.
  const failed = (message: string) => (err: unknown) =>
    void (isDatabaseAway(err) || err instanceof Refusal || desk.log.error({ err, usuarioId }, message))
  if (desk.database.pool.health === 'away') socket.emit('mesa:banco', { responde: false })
  const snapshotTold = ({ ligacoes }: LigacoesAbertas) => {
    for (const ligacao of ligacoes) reportTold(desk, usuarioId, ligacao)
  }
  // Noted here whichever process sent the event, because this is the process that the screen is connected to.
  socket.onAnyOutgoing((event: string, body) => {
    if (event === 'ligacoes:abertas') snapshotTold(body)
    if (event === 'ligacao:aberta' || event === 'ligacao:atualizada') reportTold(desk, usuarioId, body)
  })
  const asked = new RateLimiter(...asking)
  socket.on('ligacoes:sincronizar', (answer) => {
    if (typeof answer !== 'function') return
    if (!asked.take()) return void socket.disconnect(true)
    const tell = (body: LigacoesAbertas) => {
      answer(body)
      snapshotTold(body)
    }
    snapshot().then(tell).catch(failed('a snapshot could not be read'))
  })
  socket.on('ligacao:exibida', (body) => {
    if (typeof body?.id === 'string') reportShown(desk, usuarioId, body.id)
  })
  socket.on('mesa:pulso', (answer) => {
    if (typeof answer === 'function') answer()
  })

  // Looked up again: of a session that ended between the handshake and the joining of its room, nobody told the socket.
  Promise.all([recognizePerson(desk, socket.handshake.headers.cookie), snapshot()])
    .then(([actor, body]) => (actor ? socket.emit('ligacoes:abertas', body) : socket.disconnect(true)))
    .catch((err) => {
      failed('the first snapshot could not be read')(err)
      // Else the client would stay connected without its calls: it reconnects and asks again.
      socket.conn.close()
    })
}
