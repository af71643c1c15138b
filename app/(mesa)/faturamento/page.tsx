import { NovoEventoPagina } from '../../faturamento/NovoEventoPagina.tsx'

export default function Page() {
  return <NovoEventoPagina />
}
