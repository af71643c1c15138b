import { LivroPagina } from '../../../../faturamento/livro/LivroPagina.tsx'

export default function Page() {
  return <LivroPagina />
}
