import { LivroPagina } from '../../../faturamento/LivroPagina.tsx'

export default function Page() {
  return <LivroPagina />
}
