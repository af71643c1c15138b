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
import type { EditorPorts } from '../atendimento/Editor.ts'
import { EditoresProvider } from '../atendimento/Editores.tsx'
import { type Aviso, useAvisos } from './Avisos.tsx'
import { type EstadoConexao, useConexao } from './Conexao.tsx'
import { connectDesk } from './connectDesk.ts'
import { saveAtendimento } from './ligacaoQueries.ts'
import { createLigacoesStore, noLigacoes, openLigacoes } from './ligacoes.ts'
import { RingAnnouncer } from './Toque.tsx'

interface LigacoesValue {
  abertas: Ligacao[]
  conexao: EstadoConexao
  avisos: Aviso[]
  dismissAviso: (id: string) => void
  /** Takes over what an HTTP answer says of a call, as if its event had come already. */
  receive: (ligacao: Ligacao) => void
  /** Tells the server, once per ring of a window, that the agent can really see it. */
  reportShown: (id: string, tocada_em: string) => void
}

const LigacoesContext = createContext<LigacoesValue | null>(null)

export function useLigacoes(): LigacoesValue {
  const value = useContext(LigacoesContext)
  if (!value) throw new Error('useLigacoes outside LigacoesProvider')
  return value
}

/** Holds the open calls and the connection for every page below the shell: a call must ring wherever the agent is. */
export function LigacoesProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createLigacoesStore)
  const state = useSyncExternalStore(store.subscribe, store.state, () => noLigacoes)
  const abertas = useMemo(() => openLigacoes(state), [state])
  const { conexao, setTransporte } = useConexao()
  const { avisos, dismissAviso } = useAvisos(store)
  const desk = useRef<ReturnType<typeof connectDesk> | null>(null)
  const shown = useRef(new Set<string>())

  useEffect(() => {
    const connected = connectDesk(store, setTransporte)
    desk.current = connected
    return connected.stop
  }, [store, setTransporte])

  const receive = useCallback((ligacao: Ligacao) => store.dispatch({ type: 'evento', ligacao }), [store])
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

  const value = useMemo(
    () => ({ abertas, conexao, avisos, dismissAviso, receive, reportShown }),
    [abertas, conexao, avisos, dismissAviso, receive, reportShown],
  )
  return (
    <LigacoesContext value={value}>
      <RingAnnouncer ligacoes={abertas} />
      <EditoresProvider save={save}>{children}</EditoresProvider>
    </LigacoesContext>
  )
}
