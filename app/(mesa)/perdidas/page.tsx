import { PerdidasPagina } from '../../ligacao/PerdidasPagina.tsx'

export default function Page() {
  return <PerdidasPagina />
}
