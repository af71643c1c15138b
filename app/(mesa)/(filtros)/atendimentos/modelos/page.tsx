import type { Metadata } from 'next'
import { Pagina } from '../../../../acesso/Pagina.tsx'
import { ModelosPagina } from '../../../../atendimento/opcoes/ModelosPagina.tsx'

export const metadata: Metadata = { title: 'Modelos de texto' }

export default function Page() {
  return (
    <Pagina so="supervisao" abas="Atendimentos" gap="md">
      <ModelosPagina />
    </Pagina>
  )
}
