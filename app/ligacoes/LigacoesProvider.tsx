'use client'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { RingAnnouncer } from '../toque/RingAnnouncer.tsx'
import { connectDesk } from './connectDesk.ts'
import { LigacoesContext } from './LigacoesContext.ts'
import { noLigacoes, openLigacoes } from './reducer.ts'
import { createLigacoesStore } from './store.ts'
import { useAvisos } from './useAvisos.ts'
import { useConexao } from './useConexao.ts'

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
  const reportShown = useCallback((id: string) => {
    if (!desk.current || shown.current.has(id)) return
    shown.current.add(id)
    desk.current.reportShown(id)
  }, [])

  const value = useMemo(
    () => ({ abertas, conexao, avisos, dismissAviso, receive, reportShown }),
    [abertas, conexao, avisos, dismissAviso, receive, reportShown],
  )
  return (
    <LigacoesContext value={value}>
      <RingAnnouncer ligacoes={abertas} />
      {children}
    </LigacoesContext>
  )
}
