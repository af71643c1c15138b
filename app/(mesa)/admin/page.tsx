import { UsuariosPagina } from '../../acesso/admin/UsuariosPagina.tsx'

export default function Page() {
  return <UsuariosPagina />
}
