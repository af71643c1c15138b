'use client'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import type { EditorPorts } from '../../atendimento/Editor.ts'
import { EditoresProvider } from '../../atendimento/Editores.tsx'
import { passados } from '../../atendimento/passados.ts'
import { type Aviso, useAvisos } from '../faixa/Avisos.tsx'
import { filaVazia } from '../fila/fila.ts'
import { createFilaStore, type FilaStore, lembrancaDaAba } from '../fila/filaStore.ts'
import { createLigacoesStore, type LigacoesStore } from '../fila/ligacoesStore.ts'
import { type EstadoConexao, useConexao } from '../linha/Conexao.tsx'
import { connectDesk } from '../linha/connectDesk.ts'
import { saveAtendimento } from '../linha/ligacaoQueries.ts'
import { RingAnnouncer } from '../toque/Toque.tsx'

/** What never changes while the desk is open: nobody is drawn anew for having it. */
interface Mesa {
  ligacoes: LigacoesStore
  fila: FilaStore
  /** Takes over what an HTTP answer says of a call, as if its event had come already. */
  receive: (ligacao: Ligacao) => void
  /** Tells the server, once per ring of a window, that the agent can really see it. */
  reportShown: (id: string, tocada_em: string) => void
}

/** How the desk fares. */
interface Situacao {
  conexao: EstadoConexao
  /** The server is there and its database is not. */
  bancoAusente: boolean
  avisos: Aviso[]
  dismissAvisos: () => void
}

const MesaContext = createContext<Mesa | null>(null)
const SituacaoContext = createContext<Situacao | null>(null)

export function useMesa(): Mesa {
  const value = useContext(MesaContext)
  if (!value) throw new Error('useMesa outside LigacoesProvider')
  return value
}

export function useLigacoes(): Situacao {
  const value = useContext(SituacaoContext)
  if (!value) throw new Error('useLigacoes outside LigacoesProvider')
  return value
}

const none: readonly Ligacao[] = []

/** The open calls in the order of the queue; whoever asks is drawn anew with each change of any of them. */
export function useAbertas(): readonly Ligacao[] {
  const { ligacoes } = useMesa()
  return useSyncExternalStore(ligacoes.subscribe, ligacoes.abertas, () => none)
}

/** One thing told of the open calls; drawn anew only when it is another. `read` gives a plain value. */
export function useDasAbertas<T extends string | number | boolean>(read: (abertas: readonly Ligacao[]) => T): T {
  const { ligacoes } = useMesa()
  return useSyncExternalStore(
    ligacoes.subscribe,
    () => read(ligacoes.abertas()),
    () => read(none),
  )
}

/** How many calls are open beside those that this screen holds: a snapshot has at most the latest. */
export function useOutras(): number {
  const { ligacoes } = useMesa()
  return useSyncExternalStore(
    ligacoes.subscribe,
    () => ligacoes.state().outras,
    () => 0,
  )
}

/** One call and whether it is open; drawn anew with its own changes alone. */
export function useLigacao(id: string) {
  const { ligacoes } = useMesa()
  const subscribe = useCallback((listener: () => void) => ligacoes.subscribeTo(id, listener), [ligacoes, id])
  const ligacao = useSyncExternalStore(
    subscribe,
    () => ligacoes.ligacao(id),
    () => undefined,
  )
  const aberta = useSyncExternalStore(
    subscribe,
    () => ligacoes.aberta(id),
    () => false,
  )
  return { ligacao, aberta }
}

/** Where each call stands. */
export function useFila() {
  const { fila } = useMesa()
  return useSyncExternalStore(fila.subscribe, fila.state, () => filaVazia)
}

/** Holds the open calls and the connection for every page below the shell: a call must ring wherever the agent is. */
export function LigacoesProvider({ children }: { children: ReactNode }) {
  const [ligacoes] = useState(createLigacoesStore)
  const [fila] = useState(() => createFilaStore(ligacoes, lembrancaDaAba()))
  const { conexao, bancoAusente, setTransporte } = useConexao()
  const { avisos, dismissAvisos } = useAvisos(ligacoes)
  const desk = useRef<ReturnType<typeof connectDesk> | null>(null)
  const shown = useRef(new Set<string>())

  useEffect(() => {
    const connected = connectDesk(ligacoes, setTransporte)
    desk.current = connected
    connected.hearPassados(passados.tell)
    return connected.stop
  }, [ligacoes, setTransporte])

  const receive = useCallback((ligacao: Ligacao) => ligacoes.dispatch({ type: 'evento', ligacao }), [ligacoes])
  const reportShown = useCallback((id: string, tocada_em: string) => {
    const ring = `${id} ${tocada_em}`
    if (!desk.current || shown.current.has(ring)) return
    shown.current.add(ring)
    desk.current.reportShown(id)
  }, [])
  // A saved ticket's answer tells of its call, too.
  const save = useCallback<EditorPorts['save']>(
    async (id, body, keepalive) => {
      const { atendimento, ligacao } = await saveAtendimento(id, body, keepalive)
      if (ligacao) receive(ligacao)
      return atendimento
    },
    [receive],
  )

  const mesa = useMemo(() => ({ ligacoes, fila, receive, reportShown }), [ligacoes, fila, receive, reportShown])
  const situacao = useMemo(
    () => ({ conexao, bancoAusente, avisos, dismissAvisos }),
    [conexao, bancoAusente, avisos, dismissAvisos],
  )
  return (
    <MesaContext value={mesa}>
      <SituacaoContext value={situacao}>
        <Campainha />
        <EditoresProvider save={save}>{children}</EditoresProvider>
      </SituacaoContext>
    </MesaContext>
  )
}

/** Rings whatever page is shown. */
function Campainha() {
  const ligacoes = useAbertas()
  const outras = useOutras()
  const { conexao } = useLigacoes()
  return <RingAnnouncer ligacoes={ligacoes} total={ligacoes.length + outras} certa={conexao === 'ativa'} />
}
