import type { Metadata } from 'next'
import { Pagina } from '../../../../acesso/Pagina.tsx'
import { ClienteAberto } from '../../../../cliente/pagina/ClienteAberto.tsx'
import { LinhaDoTempo } from '../../../../historico/linhaDoTempo/LinhaDoTempo.tsx'

export const metadata: Metadata = { title: 'Cliente' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return (
    <Pagina so="supervisao">
      <ClienteAberto key={id} id={id} historico={<LinhaDoTempo id_cliente={id} />} />
    </Pagina>
  )
}
