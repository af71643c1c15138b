import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { fetchedLater } from '../../ui/parts/fetchedLater.tsx'
import type { DeQuem } from './LinhaDrawer.tsx'

// Loaded with the first use: most calls never need it.
const LinhaDrawer = fetchedLater(() => import('./LinhaDrawer.tsx').then((module) => module.LinhaDrawer))

const OpenLinha = createContext<(de: DeQuem) => void>(() => {})

/** Opens the timeline beside the calls. */
export const useOpenLinha = () => use(OpenLinha)

/** Holds the drawer of the timeline, which stays open even if its call ends meanwhile. */
export function LinhaAberta({ children }: { children: ReactNode }) {
  const [aberta, setAberta] = useState<{ de: DeQuem; times: number } | null>(null)
  const open = useCallback((de: DeQuem) => setAberta((last) => ({ de, times: (last?.times ?? 0) + 1 })), [])
  return (
    <OpenLinha value={open}>
      {children}
      {aberta && <LinhaDrawer key={aberta.times} de={aberta.de} />}
    </OpenLinha>
  )
}
