import type { Metadata } from 'next'
import { ModelosPagina } from '../../../../atendimento/opcoes/ModelosPagina.tsx'

export const metadata: Metadata = { title: 'Modelos de texto' }

export default function Page() {
  return <ModelosPagina />
}
