import { LigacoesPagina } from '../../ligacao/LigacoesPagina.tsx'

export default function Page() {
  return <LigacoesPagina />
}
