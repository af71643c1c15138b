import type { Metadata } from 'next'
import { Pagina } from '../../../../acesso/Pagina.tsx'
import { TiposPagina } from '../../../../faturamento/TiposPagina.tsx'

export const metadata: Metadata = { title: 'Tipos de serviço' }

export default function Page() {
  return (
    <Pagina so="administracao" abas="Faturamento" gap="md">
      <TiposPagina />
    </Pagina>
  )
}
