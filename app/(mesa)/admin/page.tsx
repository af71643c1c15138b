import type { Metadata } from 'next'
import { UsuariosPagina } from '../../acesso/admin/UsuariosPagina.tsx'
import { Pagina } from '../../acesso/Pagina.tsx'

export const metadata: Metadata = { title: 'Usuários' }

export default function Page() {
  return (
    <Pagina so="administracao" abas="Administração">
      <UsuariosPagina />
    </Pagina>
  )
}
