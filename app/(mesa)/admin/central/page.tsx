import type { Metadata } from 'next'
import { CentralPagina } from '../../../acesso/admin/CentralPagina.tsx'
import { Pagina } from '../../../acesso/Pagina.tsx'

export const metadata: Metadata = { title: 'Central' }

export default function Page() {
  return (
    <Pagina so="administracao" abas="Administração">
      <CentralPagina />
    </Pagina>
  )
}
