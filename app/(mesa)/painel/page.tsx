import { Painel } from '../../painel/Painel.tsx'

export default function Page() {
  return <Painel />
}
