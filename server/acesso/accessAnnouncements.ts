import type { Database } from '../database/open.ts'
import type { Hub } from '../realtime/hub.ts'
import type { TokenGate } from './tokenGate.ts'

/**
 * Hears from the database which token, session or user changed, in whatever process or tool, and acts at once: what is
 * remembered is forgotten, and sockets that lost their right are disconnected.
 */
export function followAccess(database: Database, hub: Hub, gate: TokenGate): Promise<() => Promise<void>> {
  return database.listen(
    'alo_acesso',
    (payload) => {
      const [table, id] = payload.split(':')
      if (table === 'token') gate.forget()
      if (table === 'sessao') hub.endSessao(Number(id))
      if (table === 'usuario') hub.endUsuario(Number(id))
    },
    () => {
      gate.forget()
      void hub.recheck()
    },
  )
}
