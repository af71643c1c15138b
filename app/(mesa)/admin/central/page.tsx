import type { Metadata } from 'next'
import { CentralPagina } from '../../../acesso/admin/CentralPagina.tsx'

export const metadata: Metadata = { title: 'Central' }

export default function Page() {
  return <CentralPagina />
}
