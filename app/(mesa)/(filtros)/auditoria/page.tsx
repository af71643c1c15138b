import { AuditoriaPagina } from '../../../auditoria/AuditoriaPagina.tsx'

export default function Page() {
  return <AuditoriaPagina />
}
