import type { Metadata } from 'next'
import { TiposPagina } from '../../../../faturamento/TiposPagina.tsx'

export const metadata: Metadata = { title: 'Tipos de serviço' }

export default function Page() {
  return <TiposPagina />
}
