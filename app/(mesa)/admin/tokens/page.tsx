import type { Metadata } from 'next'
import { TokensPagina } from '../../../acesso/admin/TokensPagina.tsx'

export const metadata: Metadata = { title: 'Tokens' }

export default function Page() {
  return <TokensPagina />
}
