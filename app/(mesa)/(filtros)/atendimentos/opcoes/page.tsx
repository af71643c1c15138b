import type { Metadata } from 'next'
import { OpcoesPagina } from '../../../../atendimento/opcoes/OpcoesPagina.tsx'

export const metadata: Metadata = { title: 'Motivos e desfechos' }

export default function Page() {
  return <OpcoesPagina />
}
