import { ClientesPagina } from '../../cliente/ClientesPagina.tsx'

export default function Page() {
  return <ClientesPagina />
}
