import type { Metadata } from 'next'
import { Pagina } from '../../../acesso/Pagina.tsx'
import { NovoEventoPagina } from '../../../faturamento/evento/NovoEventoPagina.tsx'

export const metadata: Metadata = { title: 'Faturamento' }

export default function Page() {
  return (
    <Pagina so="supervisao" abas="Faturamento" gap="md">
      <NovoEventoPagina />
    </Pagina>
  )
}
