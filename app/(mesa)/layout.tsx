import type { ReactNode } from 'react'
import { Moldura } from './Moldura.tsx'
import { quemOlha } from './quemOlha.ts'

/** The page is drawn for whom it is before the browser has run a line of it. */
export default async function MesaLayout({ children }: { children: ReactNode }) {
  return <Moldura usuario={await quemOlha()}>{children}</Moldura>
}
