import { CentralPagina } from '../../../acesso/admin/CentralPagina.tsx'

export default function Page() {
  return <CentralPagina />
}
