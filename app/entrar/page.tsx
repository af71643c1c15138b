import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { SignInForm } from '../acesso/entrada/SignInForm.tsx'

export const metadata: Metadata = { title: 'Entrar' }

/** The server's dispatcher adds the provider's name as a header (server/http/pages/drawPages.ts). */
export default async function Page() {
  const provedor = (await headers()).get('x-provedor')
  return <SignInForm provedor={provedor && decodeURIComponent(provedor)} />
}
