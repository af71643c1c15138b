import type { Metadata } from 'next'
import { TokensPagina } from '../../../acesso/admin/TokensPagina.tsx'
import { Pagina } from '../../../acesso/Pagina.tsx'

export const metadata: Metadata = { title: 'Tokens' }

export default function Page() {
  return (
    <Pagina so="administracao" abas="Administração">
      <TokensPagina />
    </Pagina>
  )
}
