import type { Metadata } from 'next'
import { AjustesPagina } from '../../../acesso/admin/AjustesPagina.tsx'

export const metadata: Metadata = { title: 'Ajustes' }

export default function Page() {
  return <AjustesPagina />
}
