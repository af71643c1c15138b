import type { ReactNode } from 'react'
import { Moldura } from './Moldura.tsx'
import { readSignedIn } from './signedIn.ts'

/** The server draws the page for its user before any script runs in the browser. */
export default async function MesaLayout({ children }: { children: ReactNode }) {
  return <Moldura usuario={await readSignedIn()}>{children}</Moldura>
}
