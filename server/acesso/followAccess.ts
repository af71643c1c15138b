import { isDatabaseAway } from '../database/away.ts'
import type { Desk } from '../desk.ts'
import { flushTokenUses, forgetTokens } from './recognizeToken.ts'

/** Whoever holds open sockets of people, and can end them. server/realtime is one. */
export interface Sockets {
  endSessao(id: number): void
  endUsuario(id: number): void
  /** Every screen proves its session again. */
  recheck(): Promise<void>
}

/**
 * Hears from the database which token, session or user changed, in whatever process or tool, and acts at once: what is
 * remembered is forgotten, and sockets that lost their right are disconnected. Gives what ends it: nothing is heard any
 * more, and the last uses of tokens are written.
 */
export async function followAccess(desk: Desk, sockets: Sockets): Promise<() => Promise<void>> {
  // Cut off by the next gap, whose end brings the next attempt.
  const recheck = () =>
    sockets.recheck().catch((err) => {
      if (!isDatabaseAway(err)) desk.log.error({ err }, 'screens could not be asked for their sessions again')
    })
  const unlisten = await desk.database.listen(
    'alo_acesso',
    (payload) => {
      const [table, id] = payload.split(':')
      if (table === 'token') forgetTokens(desk)
      if (table === 'sessao') sockets.endSessao(Number(id))
      if (table === 'usuario') sockets.endUsuario(Number(id))
    },
    () => {
      forgetTokens(desk)
      recheck()
    },
  )
  return async () => {
    await unlisten()
    // Not worth a shutdown out of order.
    await flushTokenUses(desk).catch((err) => desk.log.warn({ err }, 'last uses of tokens were not written'))
  }
}
