import { useLocalStorage } from '@mantine/hooks'
import { usePausa } from '../../acesso/pausaQueries.ts'

interface Preferencias {
  /** The tone at all. */
  toque: boolean
  /** Of the tone, 0 to 100. */
  volume: number
  /** Notices of the system's while another window has the focus. */
  avisos: boolean
  /** Neither tone nor notice; the windows still stand. */
  naoPerturbe: boolean
}

const inicio: Preferencias = { toque: true, volume: 50, avisos: false, naoPerturbe: false }

/** How this browser rings, and what changes it; all its tabs agree. */
export function usePreferencias(): readonly [Preferencias, (change: Partial<Preferencias>) => void] {
  const [guardadas, guardar] = useLocalStorage<Partial<Preferencias>>({
    key: 'alo:som-e-avisos',
    defaultValue: {},
  })
  return [{ ...inicio, ...guardadas }, (change) => guardar((before) => ({ ...before, ...change }))]
}

/** Neither tone nor notice: this browser's choice, or the person's own pause, on whatever screen she said it. */
export function useCalado(): boolean {
  const [{ naoPerturbe }] = usePreferencias()
  return usePausa() !== null || naoPerturbe
}
