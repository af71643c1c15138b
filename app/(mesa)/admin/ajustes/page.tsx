import type { Metadata } from 'next'
import { DadosDoProvedor } from '../../../acesso/admin/ajustes/DadosDoProvedor.tsx'
import { MotivosPausa } from '../../../acesso/admin/MotivosPausa.tsx'
import { Pagina } from '../../../acesso/Pagina.tsx'

export const metadata: Metadata = { title: 'Ajustes' }

/** The settings that an administrator changes while the desk runs. */
export default function Page() {
  return (
    <Pagina so="administracao" abas="Administração">
      <DadosDoProvedor />
      <MotivosPausa />
    </Pagina>
  )
}
