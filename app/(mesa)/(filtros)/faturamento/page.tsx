import { NovoEventoPagina } from '../../../faturamento/evento/NovoEventoPagina.tsx'

export default function Page() {
  return <NovoEventoPagina />
}
