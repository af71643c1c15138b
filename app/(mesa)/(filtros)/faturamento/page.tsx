import type { Metadata } from 'next'
import { NovoEventoPagina } from '../../../faturamento/evento/NovoEventoPagina.tsx'

export const metadata: Metadata = { title: 'Faturamento' }

export default function Page() {
  return <NovoEventoPagina />
}
