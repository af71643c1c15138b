import { ClientesConsulta } from '../../consulta/ClientesConsulta.tsx'

export default function Page() {
  return <ClientesConsulta />
}
