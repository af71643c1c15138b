import { OpcoesPagina } from '../../../../atendimento/opcoes/OpcoesPagina.tsx'

export default function Page() {
  return <OpcoesPagina />
}
