import { LigacoesPagina } from '../../../historico/LigacoesPagina.tsx'

export default function Page() {
  return <LigacoesPagina />
}
