import type { Metadata } from 'next'
import { PrimeiroAcessoForm } from '../acesso/entrada/PrimeiroAcessoForm.tsx'

export const metadata: Metadata = { title: 'Primeiro acesso', robots: 'noindex' }

export default function Page() {
  return <PrimeiroAcessoForm />
}
