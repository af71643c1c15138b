import type { Metadata } from 'next'
import { Pagina } from '../../../../acesso/Pagina.tsx'
import { LivroPagina } from '../../../../faturamento/livro/LivroPagina.tsx'

export const metadata: Metadata = { title: 'Eventos registrados' }

export default function Page() {
  return (
    <Pagina so="supervisao">
      <LivroPagina />
    </Pagina>
  )
}
