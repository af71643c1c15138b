import { ModelosPagina } from '../../../atendimento/ModelosPagina.tsx'

export default function Page() {
  return <ModelosPagina />
}
