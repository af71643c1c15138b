import type { Metadata } from 'next'
import { LivroPagina } from '../../../../faturamento/livro/LivroPagina.tsx'

export const metadata: Metadata = { title: 'Eventos registrados' }

export default function Page() {
  return <LivroPagina />
}
