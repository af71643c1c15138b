import { io, type Socket } from 'socket.io-client'
import type { ClientEvents, LigacoesAbertas, ServerEvents } from '#server/ligacao/wire/ligacao'
import { readEu } from '../acesso/acessoQueries.ts'
import { notYetConnected, type Transporte } from './Conexao.tsx'
import type { LigacoesStore } from './ligacoes.ts'

/** How long a snapshot may take, in milliseconds. */
const answerWithin = 4_000
const betweenRefusals = 3_000

/**
 * Keeps one socket alive, feeds the store and reports how the transport fares, until `stop`. On every connection and
 * wake-up it asks for the snapshot; a connection that does not answer is a dead one, whatever the socket believes.
 */
export function connectDesk(store: LigacoesStore, report: (transporte: Transporte) => void) {
  const socket = createSocket()
  let connectedAt = 0
  let stopped = false
  let transporte = notYetConnected()

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
  const checkSession = () => readEu().then(ignore, ignore)

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
  socket.on('connect_error', async () => {
    interrupted()
    await checkSession()
    // Refused for now (the database is away, too many tabs): after a refusal the client does not come back by itself.
    setTimeout(() => !stopped && !socket.active && socket.connect(), betweenRefusals)
  })
  socket.on('ligacoes:conferir', synchronise)
  socket.on('ligacoes:abertas', (body) => takeSnapshot(body, connectedAt))
  for (const event of ['ligacao:aberta', 'ligacao:atualizada', 'ligacao:encerrada'] as const)
    socket.on(event, (ligacao) => store.dispatch({ type: 'evento', ligacao }))

  const stopWatching = watchWakeUps(synchronise)
  socket.connect()
  return {
    stop: () => {
      stopped = true
      stopWatching()
      socket.removeAllListeners()
      socket.disconnect()
    },
    /** Tells the server that the agent can really see this call's window. */
    reportShown: (id: string) => void socket.emit('ligacao:exibida', { id }),
  }
}

const ignore = () => undefined

type DeskSocket = Socket<ServerEvents, ClientEvents>

/**
 * A socket to this page's own origin, not yet connected. The session cookie says whose it is. The first attempt after a
 * loss comes within a second, each screen's at a moment of its own: all of a process that died come at once.
 */
const createSocket = (): DeskSocket =>
  io({
    path: '/socket.io',
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelay: 500,
    randomizationFactor: 0.9,
    reconnectionDelayMax: 3_000,
  })

/** Tries at once: a socket that waits for its next attempt ignores a plain `connect()`. */
const reconnectNow = (socket: DeskSocket) => socket.disconnect().connect()

const beat = 5_000
const asleep = 15_000

/**
 * Calls `onWake` whenever events may have been missed: network back, tab shown or focused, computer woken (a timer that
 * came much too late). Returns the function that stops it.
 */
function watchWakeUps(onWake: () => void): () => void {
  let last = Date.now()
  const timer = setInterval(() => {
    const late = Date.now() - last > asleep
    last = Date.now()
    if (late) onWake()
  }, beat)
  const watching = new AbortController()
  const { signal } = watching
  for (const event of ['online', 'offline', 'focus', 'pageshow']) window.addEventListener(event, onWake, { signal })
  const onVisible = () => document.visibilityState === 'visible' && onWake()
  document.addEventListener('visibilitychange', onVisible, { signal })
  return () => {
    clearInterval(timer)
    watching.abort()
  }
}
