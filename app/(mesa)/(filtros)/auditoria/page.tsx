import type { Metadata } from 'next'
import { Pagina } from '../../../acesso/Pagina.tsx'
import { AuditoriaPagina } from '../../../auditoria/AuditoriaPagina.tsx'

export const metadata: Metadata = { title: 'Auditoria' }

export default function Page() {
  return (
    <Pagina so="administracao">
      <AuditoriaPagina />
    </Pagina>
  )
}
