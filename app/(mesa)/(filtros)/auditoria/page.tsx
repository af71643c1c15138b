import type { Metadata } from 'next'
import { AuditoriaPagina } from '../../../auditoria/AuditoriaPagina.tsx'

export const metadata: Metadata = { title: 'Auditoria' }

export default function Page() {
  return <AuditoriaPagina />
}
