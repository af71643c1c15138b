import { isDatabaseAway } from '../database/away.ts'
import type { Desk } from '../desk.ts'
import type { Hub } from '../realtime/hub.ts'
import { loadAjustes, reloadAjustes } from './keepAjustes.ts'
import { flushTokenUses, forgetTokens } from './recognizeToken.ts'
import { accessChannel } from './rows/announce.ts'

/**
 * Listens to the database for changes of tokens, sessions, users and settings by any process: drops them from the
 * caches, disconnects sockets that lost access, and puts settings in force. Forwards to screens what a command
 * announced (`announceScreens`, `announceErased`). Returns a function that stops it and writes the last uses of tokens.
 */
export async function followAccess(
  desk: Desk,
  sockets: Pick<Hub, 'endSessao' | 'endUsuario' | 'recheck'>,
): Promise<() => Promise<void>> {
  const ending = new AbortController()
  // A failure needs no retry: the next reconnect checks again.
  const recheck = () =>
    sockets.recheck().catch((err) => {
      if (!isDatabaseAway(err)) desk.log.error({ err }, 'screens could not be asked for their sessions again')
    })
  const unlisten = await desk.database.listen(
    accessChannel,
    (payload) => {
      const [table, id] = payload.split(':')
      if (table === 'token') forgetTokens(desk)
      if (table === 'sessao') sockets.endSessao(Number(id))
      if (table === 'usuario') sockets.endUsuario(Number(id))
      if (table === 'ajuste') void reloadAjustes(desk, ending.signal)
      if (table === 'tela')
        for (const event of ['atendimentos:mudaram', 'lembretes:mudaram'] as const)
          desk.publisher.publishHere(Number(id), event, {})
      if (table === 'eliminado')
        for (const usuarioId of desk.publisher.usuariosHere())
          desk.publisher.publishHere(usuarioId, 'cliente:eliminado', { id_cliente: Number(id) })
    },
    () => {
      forgetTokens(desk)
      recheck()
      void reloadAjustes(desk, ending.signal)
    },
  )
  await loadAjustes(desk)
  return async () => {
    ending.abort()
    await unlisten()
    // A failure here must not stop the shutdown.
    await flushTokenUses(desk).catch((err) => desk.log.warn({ err }, 'last uses of tokens were not written'))
  }
}
