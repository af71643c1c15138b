import type { LigacoesAbertas } from '#server/ligacao/wire/ligacao'
import { painel } from '../api/painel.ts'
import type { Transporte } from './conexao.ts'
import { createSocket, reconnectNow } from './socket.ts'
import type { LigacoesStore } from './store.ts'
import { watchWakeUps } from './wakeUps.ts'

const answerWithin = 4_000

/**
 * Keeps one socket alive, feeds the store and reports how the transport fares, until `stop`. On every connection and
 * wake-up it asks for the snapshot; a connection that does not answer is a dead one, whatever the socket believes.
 */
export function connectDesk(store: LigacoesStore, report: (transporte: Transporte) => void) {
  const socket = createSocket()
  let connectedAt = 0
  let transporte: Transporte = { conectado: false, retratoRecebido: false, interrompidoEm: Date.now(), offline: false }

  const set = (change: Partial<Transporte>) => {
    transporte = { ...transporte, ...change }
    report(transporte)
  }
  const interrupted = () => {
    const interrompidoEm = transporte.conectado ? Date.now() : transporte.interrompidoEm
    set({ conectado: false, retratoRecebido: false, interrompidoEm, offline: !navigator.onLine })
  }
  const takeSnapshot = (body: LigacoesAbertas, pedidoEm: number) => {
    store.dispatch({ type: 'retrato', ligacoes: body.ligacoes, pedidoEm })
    if (transporte.conectado) set({ retratoRecebido: true, offline: false })
  }
  const synchronise = () => {
    if (!socket.connected) {
      set({ offline: !navigator.onLine })
      reconnectNow(socket)
      return
    }
    const pedidoEm = store.state().relogio
    const session = socket.id
    socket.timeout(answerWithin).emit('ligacoes:sincronizar', (error, body) => {
      if (socket.id !== session) return
      if (!error) return takeSnapshot(body, pedidoEm)
      interrupted()
      reconnectNow(socket)
    })
  }
  // Without a session the request itself leads to the sign-in page; any other outcome is no news.
  const checkSession = () => painel.eu().then(ignore, ignore)

  socket.on('connect', () => {
    connectedAt = store.state().relogio
    set({ conectado: true, retratoRecebido: false, offline: false })
    synchronise()
  })
  socket.on('disconnect', async (reason) => {
    interrupted()
    if (reason !== 'io server disconnect') return
    // The server meant it (sign-out, a disabled account), and the client does not come back by itself.
    await checkSession()
    setTimeout(() => !stopped && !socket.active && socket.connect(), 1_000)
  })
  socket.on('connect_error', () => {
    interrupted()
    void checkSession()
  })
  socket.on('ligacoes:abertas', (body) => takeSnapshot(body, connectedAt))
  for (const event of ['ligacao:aberta', 'ligacao:atualizada', 'ligacao:encerrada'] as const)
    socket.on(event, (ligacao) => store.dispatch({ type: 'evento', ligacao }))

  let stopped = false
  const stopWatching = watchWakeUps(synchronise)
  socket.connect()
  const stop = () => {
    stopped = true
    stopWatching()
    socket.removeAllListeners()
    socket.disconnect()
  }
  return { stop, reportShown: (id: string) => socket.emit('ligacao:exibida', { id }) }
}

const ignore = () => undefined
