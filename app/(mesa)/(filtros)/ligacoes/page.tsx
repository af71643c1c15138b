import type { Metadata } from 'next'
import { LigacoesPagina } from '../../../historico/LigacoesPagina.tsx'

export const metadata: Metadata = { title: 'Histórico' }

export default function Page() {
  return <LigacoesPagina />
}
