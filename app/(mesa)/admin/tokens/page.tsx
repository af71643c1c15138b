import { TokensPagina } from '../../../acesso/admin/TokensPagina.tsx'

export default function Page() {
  return <TokensPagina />
}
