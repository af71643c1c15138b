import type { Metadata } from 'next'
import { Pagina } from '../../../../acesso/Pagina.tsx'
import { OpcoesPagina } from '../../../../atendimento/opcoes/OpcoesPagina.tsx'

export const metadata: Metadata = { title: 'Motivos e desfechos' }

export default function Page() {
  return (
    <Pagina so="administracao" abas="Atendimentos" gap="md">
      <OpcoesPagina />
    </Pagina>
  )
}
