import { RegistrarPagina } from '../../faturamento/RegistrarPagina.tsx'

export default function Page() {
  return <RegistrarPagina />
}
