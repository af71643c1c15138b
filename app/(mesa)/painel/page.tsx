import type { Metadata } from 'next'
import { Painel } from '../../ligacao/mesa/Painel.tsx'

export const metadata: Metadata = { title: 'Painel' }

export default function Page() {
  return <Painel />
}
