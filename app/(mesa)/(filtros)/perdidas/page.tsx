import type { Metadata } from 'next'
import { PerdidasPagina } from '../../../perdida/PerdidasPagina.tsx'

export const metadata: Metadata = { title: 'Perdidas' }

export default function Page() {
  return <PerdidasPagina />
}
