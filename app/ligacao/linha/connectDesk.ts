import { io } from 'socket.io-client'
import type { UsuarioAtual } from '#server/acesso/wire'
import type { LigacoesAbertas, Silencio } from '#server/ligacao/wire/ligacao'
import { readEu } from '../../acesso/acessoQueries.ts'
import { mudancasPausas } from '../../acesso/pausaQueries.ts'
import { mudancasAtendimentos } from '../../atendimento/atendimentoQueries.ts'
import { passados } from '../../atendimento/PassadosAviso.tsx'
import { conexoesNovas, eliminados } from '../../cliente/pagina/eliminados.ts'
import { mudancasLembretes } from '../../lembrete/lembreteQueries.ts'
import { mudancasPerdidas } from '../../perdida/perdidasChanged.ts'
import type { LigacoesStore } from '../fila/ligacoesStore.ts'
import { isAtiva, notYetConnected, type Transporte } from './Conexao.tsx'
import { type DeskSocket, watchLine } from './watchLine.ts'

/** How long a snapshot may take, in milliseconds. */
const answerWithin = 4_000
const betweenRefusals = 3_000

const mudancas = [mudancasPerdidas, mudancasPausas, mudancasLembretes, mudancasAtendimentos, conexoesNovas]

/** Over how many milliseconds all screens spread their requests when they are told to ask again. */
const askWithin = 1_500

/**
 * Keeps one socket alive, feeds the store and reports the connection's state, until `stop`. It asks for the snapshot on
 * every connection and wake-up; a connection that does not answer it is dead.
 */
export function connectDesk(
  idUsuario: number,
  store: LigacoesStore,
  report: (transporte: Transporte) => void,
  noteEu: (usuario: UsuarioAtual) => void,
) {
  const socket = createSocket(idUsuario)
  let connectedAt = 0
  let stopped = false
  let transporte = notYetConnected()

  const set = (change: Partial<Transporte>) => {
    transporte = { ...transporte, ...change }
    report(transporte)
  }
  /** A connection that brought no snapshot ended no interruption. */
  const interrompidoEm = () => (isAtiva(transporte) ? Date.now() : transporte.interrompidoEm)
  const interrupted = () =>
    set({ conectado: false, retratoRecebido: false, interrompidoEm: interrompidoEm(), offline: !navigator.onLine })
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
      // The server cannot answer without its database; it sends an event when the database is back.
      if (transporte.bancoAusente) return
      interrupted()
      reconnectNow(socket)
    })
  }
  /** Any event may have been missed, as on a new connection: besides the calls, ask for what the events only name. */
  const askForAll = () => {
    synchronise()
    for (const { hear } of mudancas) hear('ligacoes:abertas')
  }
  /** A snapshot that could not hold all calls may have room after each change: one request serves many changes. */
  let asking = false
  const askForOutras = () => {
    if (asking) return
    asking = true
    setTimeout(() => {
      asking = false
      if (!stopped) synchronise()
    }, askWithin)
  }
  // Without a session the request itself leads to the sign-in page; other outcomes do not matter.
  let checking: Promise<void> | undefined
  const checkSession = () => {
    checking ??= readEu()
      .then(noteEu, ignore)
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
    // The server ended it (sign-out, an account that was changed or disabled), and the client does not reconnect by itself.
    await checkSession()
    setTimeout(() => !stopped && !socket.active && socket.connect(), 1_000)
  })
  socket.on('connect_error', async ({ message }) => {
    interrupted()
    set({ bancoAusente: message === 'indisponivel' })
    await checkSession()
    // After a refusal (database away, too many tabs) the client does not reconnect by itself.
    setTimeout(() => !stopped && !socket.active && socket.connect(), betweenRefusals)
  })
  socket.on('ligacoes:conferir', synchronise)
  socket.on('mesa:banco', ({ responde }) => {
    // All screens hear it at the same time, and must not all ask at once.
    if (responde) return void setTimeout(() => !stopped && askForAll(), Math.random() * askWithin)
    set({ bancoAusente: true, interrompidoEm: interrompidoEm() })
  })
  socket.on('ligacoes:abertas', (body) => takeSnapshot(body, connectedAt))
  for (const event of ['ligacao:aberta', 'ligacao:atualizada', 'ligacao:encerrada'] as const)
    socket.on(event, (ligacao) => {
      store.dispatch({ type: 'evento', ligacao })
      if (store.state().outras > 0) askForOutras()
    })

  for (const { hear } of mudancas) socket.onAny(hear)
  socket.on('atendimento:passado', passados.tell)
  socket.on('cliente:eliminado', eliminados.tell)

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
    reportShown: (id: string, som: Silencio | undefined) =>
      void socket.emit('ligacao:exibida', { id, ...(som && { som }) }),
  }
}

const ignore = () => undefined

/**
 * A socket to this page's own origin, not yet connected. The first attempt after a loss comes within a second, at a
 * random moment: when a process dies, all its screens reconnect at once. Later attempts are few, because browsers slow
 * down pages whose connections fail often; watchLine tells when a new one is worth while.
 */
const createSocket = (telaDe: number): DeskSocket =>
  io({
    auth: { telaDe },
    path: '/socket.io',
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelay: 500,
    randomizationFactor: 0.9,
    reconnectionDelayMax: 8_000,
    timeout: 8_000,
  })

/** A plain `connect()` does nothing while the socket waits for its next attempt. */
const reconnectNow = (socket: DeskSocket) => socket.disconnect().connect()

/**
 * `onWake`: events may have been missed (network back, tab shown or focused). `onThaw`: the tab was frozen, so its data
 * is old and the connection may be gone.
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
