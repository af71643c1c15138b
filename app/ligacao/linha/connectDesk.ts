import { io } from 'socket.io-client'
import type { LigacoesAbertas, ServerEvents } from '#server/ligacao/wire/ligacao'
import { readEu } from '../../acesso/acessoQueries.ts'
import { hearOfPausas } from '../../acesso/pausaQueries.ts'
import { hearOfPerdidas } from '../../perdida/perdidasChanged.ts'
import type { LigacoesStore } from '../fila/ligacoesStore.ts'
import { notYetConnected, type Transporte } from './Conexao.tsx'
import { type DeskSocket, watchLine } from './watchLine.ts'

/** How long a snapshot may take, in milliseconds. */
const answerWithin = 4_000
const betweenRefusals = 3_000

/** Over how long screens that are told to look again spread their asking, in milliseconds. */
const askWithin = 1_500

const isAtiva = ({ conectado, retratoRecebido, bancoAusente }: Transporte) =>
  conectado && retratoRecebido && !bancoAusente

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
    store.dispatch({ type: 'retrato', ...body, pedidoEm })
    if (transporte.conectado) set({ retratoRecebido: true, offline: false, bancoAusente: false })
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
      // The server is there and has nothing to answer with: it says so when that changes.
      if (transporte.bancoAusente) return
      interrupted()
      reconnectNow(socket)
    })
  }
  /** Where not all calls had room, each change may make some: asked for once for many. */
  let asking = false
  const askForOutras = () => {
    if (asking) return
    asking = true
    setTimeout(() => {
      asking = false
      if (!stopped) synchronise()
    }, askWithin)
  }
  // Without a session the request itself leads to the sign-in page; any other outcome is no news.
  let checking: Promise<void> | undefined
  const checkSession = () => {
    checking ??= readEu()
      .then(ignore, ignore)
      .finally(() => {
        checking = undefined
      })
    return checking
  }

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
  socket.on('connect_error', async ({ message }) => {
    interrupted()
    set({ bancoAusente: message === 'indisponivel' })
    await checkSession()
    // Refused for now (the database is away, too many tabs): after a refusal the client does not come back by itself.
    setTimeout(() => !stopped && !socket.active && socket.connect(), betweenRefusals)
  })
  socket.on('ligacoes:conferir', synchronise)
  socket.on('mesa:banco', ({ responde }) => {
    // All screens hear it at once, and should not all ask at once.
    if (responde) return void setTimeout(() => !stopped && synchronise(), Math.random() * askWithin)
    set({ bancoAusente: true, interrompidoEm: isAtiva(transporte) ? Date.now() : transporte.interrompidoEm })
  })
  socket.on('ligacoes:abertas', (body) => takeSnapshot(body, connectedAt))
  for (const event of ['ligacao:aberta', 'ligacao:atualizada', 'ligacao:encerrada'] as const)
    socket.on(event, (ligacao) => {
      store.dispatch({ type: 'evento', ligacao })
      if (store.state().outras > 0) askForOutras()
    })

  for (const hear of [hearOfPerdidas, hearOfPausas]) socket.onAny(hear)

  const beginAnew = () => {
    interrupted()
    reconnectNow(socket)
  }
  const stopWatching = watchWakeUps(synchronise, beginAnew)
  const stopWatchingLine = watchLine(socket, {
    onSilent: interrupted,
    onAnswer: () => {
      set({ conectado: true })
      synchronise()
    },
    onDead: beginAnew,
    onWake: synchronise,
  })
  socket.connect()
  return {
    stop: () => {
      stopped = true
      stopWatching()
      stopWatchingLine()
      socket.removeAllListeners()
      socket.disconnect()
    },
    /** Tells of tickets that went from one agent to another. */
    hearPassados: (listener: ServerEvents['atendimento:passado']) => void socket.on('atendimento:passado', listener),
    /** Tells the server that the agent can really see this call's window. */
    reportShown: (id: string) => void socket.emit('ligacao:exibida', { id }),
  }
}

const ignore = () => undefined

/**
 * A socket to this page's own origin, not yet connected. The session cookie says whose it is. The first attempt after a
 * loss comes within a second, each screen's at a moment of its own: all of a process that died come at once. Later ones
 * are few, since browsers hold back the connections of a page whose attempts fail often: the heartbeat's questions tell
 * when one is worth while.
 */
const createSocket = (): DeskSocket =>
  io({
    path: '/socket.io',
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelay: 500,
    randomizationFactor: 0.9,
    reconnectionDelayMax: 8_000,
    timeout: 8_000,
  })

/** Tries at once: a socket that waits for its next attempt ignores a plain `connect()`. */
const reconnectNow = (socket: DeskSocket) => socket.disconnect().connect()

/**
 * Calls `onWake` whenever events may have been missed: network back, tab shown or focused; and `onThaw` when the tab was
 * frozen: what lies ready there is old, and the connection may be gone. Returns the function that stops it.
 */
function watchWakeUps(onWake: () => void, onThaw: () => void): () => void {
  const watching = new AbortController()
  const { signal } = watching
  document.addEventListener('resume', onThaw, { signal })
  for (const event of ['online', 'offline', 'focus', 'pageshow']) window.addEventListener(event, onWake, { signal })
  const onVisible = () => document.visibilityState === 'visible' && onWake()
  document.addEventListener('visibilitychange', onVisible, { signal })
  return () => watching.abort()
}
