import { useLocalStorage } from '@mantine/hooks'
import { usePausa } from '../../acesso/pausaQueries.ts'

interface Preferencias {
  toque: boolean
  /** 0 to 100. */
  volume: number
  /** System notifications while another window has the focus. */
  avisos: boolean
  /** Neither tone nor notification; windows still appear. */
  naoPerturbe: boolean
}

const inicio: Preferencias = { toque: true, volume: 50, avisos: false, naoPerturbe: false }

/** The settings of this browser; all its tabs share them. */
export function usePreferencias(): readonly [Preferencias, (change: Partial<Preferencias>) => void] {
  const [stored, store] = useLocalStorage<Partial<Preferencias>>({
    key: 'alo:som-e-avisos',
    defaultValue: {},
  })
  return [{ ...inicio, ...stored }, (change) => store((before) => ({ ...before, ...change }))]
}

/** No tone and no notification: this browser's setting, or the user's pause. */
export function useCalado(): boolean {
  const [{ naoPerturbe }] = usePreferencias()
  return usePausa() !== null || naoPerturbe
}
