import { OpcoesPagina } from '../../../atendimento/OpcoesPagina.tsx'

export default function Page() {
  return <OpcoesPagina />
}
