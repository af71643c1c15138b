import { Painel } from '../../ligacao/mesa/Painel.tsx'

export default function Page() {
  return <Painel />
}
