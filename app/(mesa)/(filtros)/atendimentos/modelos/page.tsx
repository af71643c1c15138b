import { ModelosPagina } from '../../../../atendimento/opcoes/ModelosPagina.tsx'

export default function Page() {
  return <ModelosPagina />
}
