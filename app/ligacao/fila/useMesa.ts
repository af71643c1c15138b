import { createSafeContext } from '@mantine/core'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { type AcoesStore, noAcoes } from './acoesStore.ts'
import { emptyFila } from './fila.ts'
import type { FilaStore } from './filaStore.ts'
import type { LigacoesStore } from './ligacoesStore.ts'

/** The same object as long as the desk is open, so components that read it do not re-render. */
interface Mesa {
  ligacoes: LigacoesStore
  fila: FilaStore
  acoes: AcoesStore
  /** Takes a call from an HTTP answer, as if its event had come already. */
  receive: (ligacao: Ligacao) => void
  /** Tells the server, once per ring, that the agent can see the window. */
  reportShown: (id: string, tocada_em: string) => void
}

export const [MesaContext, useMesa] = createSafeContext<Mesa>('useMesa outside MesaProvider')

const none: readonly Ligacao[] = []

/** The open calls, in the order of the queue. Re-renders with each change of any of them. */
export function useAbertas(): readonly Ligacao[] {
  const { ligacoes } = useMesa()
  return useSyncExternalStore(ligacoes.subscribe, ligacoes.abertas, () => none)
}

/** A plain value of the open calls. Renders again only when the value changes. */
export function useFromAbertas<T extends string | number | boolean>(read: (abertas: readonly Ligacao[]) => T): T {
  const { ligacoes } = useMesa()
  return useSyncExternalStore(
    ligacoes.subscribe,
    () => read(ligacoes.abertas()),
    () => read(none),
  )
}

/** How many open calls the server has and this screen does not. */
export function useOutras(): number {
  const { ligacoes } = useMesa()
  return useSyncExternalStore(
    ligacoes.subscribe,
    () => ligacoes.state().outras,
    () => 0,
  )
}

/** Renders again only with changes of this call. */
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

/** Renders again only with the agent's own actions on this call. */
export function useAcoes(id: string) {
  const { acoes } = useMesa()
  return useSyncExternalStore(
    acoes.subscribe,
    () => acoes.of(id),
    () => noAcoes,
  )
}

/**
 * Reports a window as shown once it is rendered, also in a hidden tab. A window that reopens is a new one for the
 * server, so each ring is reported.
 */
export function useReportShown(ligacao: Ligacao | undefined) {
  const { reportShown } = useMesa()
  const { id, tocada_em } = ligacao ?? {}
  useEffect(() => {
    if (id && tocada_em) reportShown(id, tocada_em)
  }, [id, tocada_em, reportShown])
}

export function useFila() {
  const { fila } = useMesa()
  return useSyncExternalStore(fila.subscribe, fila.state, () => emptyFila)
}
