import { TiposPagina } from '../../../../faturamento/TiposPagina.tsx'

export default function Page() {
  return <TiposPagina />
}
