import type { Metadata } from 'next'
import { UsuariosPagina } from '../../acesso/admin/UsuariosPagina.tsx'

export const metadata: Metadata = { title: 'Usuários' }

export default function Page() {
  return <UsuariosPagina />
}
