import type { Metadata } from 'next'
import { EntrarForm } from '../acesso/EntrarForm.tsx'

export const metadata: Metadata = { title: 'Entrar · Alô' }

export default function Page() {
  return <EntrarForm />
}
