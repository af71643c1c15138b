import type { ReactNode } from 'react'
import { Shell } from '../shell/Shell.tsx'

export default function MesaLayout({ children }: { children: ReactNode }) {
  return <Shell>{children}</Shell>
}
