import { AjustesPagina } from '../../../acesso/admin/AjustesPagina.tsx'

export default function Page() {
  return <AjustesPagina />
}
