import type { Metadata } from 'next'
import { SenhaForm } from '../acesso/entrada/SenhaForm.tsx'

// The secret stands behind `#` and is sent to no other page.
export const metadata: Metadata = { title: 'Nova senha', referrer: 'no-referrer', robots: 'noindex' }

export default function Page() {
  return <SenhaForm />
}
