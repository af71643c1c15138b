import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'

/** Pages whose filters are in the address. The desk itself has none and does not load the library that reads them. */
export default function FiltrosLayout({ children }: { children: ReactNode }) {
  return <NuqsAdapter>{children}</NuqsAdapter>
}
