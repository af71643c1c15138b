import { Painel } from '../../ligacao/Painel.tsx'

export default function Page() {
  return <Painel />
}
