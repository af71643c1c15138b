import { PerdidasPagina } from '../../../perdida/PerdidasPagina.tsx'

export default function Page() {
  return <PerdidasPagina />
}
