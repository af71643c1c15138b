import type { Metadata } from 'next'
import { AtendimentosComBusca } from './AtendimentosComBusca.tsx'

export const metadata: Metadata = { title: 'Atendimentos' }

export default function Page() {
  return <AtendimentosComBusca />
}
