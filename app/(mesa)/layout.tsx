import type { ReactNode } from 'react'
import { Moldura } from './Moldura.tsx'
import { readSignedIn } from './signedIn.ts'

/** The page is drawn for whom it is before the browser has run a line of it. */
export default async function MesaLayout({ children }: { children: ReactNode }) {
  return <Moldura usuario={await readSignedIn()}>{children}</Moldura>
}
