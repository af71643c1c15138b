import type { Metadata } from 'next'
import { SignInForm } from '../acesso/entrada/SignInForm.tsx'

export const metadata: Metadata = { title: 'Entrar · Alô' }

export default function Page() {
  return <SignInForm />
}
