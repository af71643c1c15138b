import type { Metadata } from 'next'
import { Pagina } from '../../../acesso/Pagina.tsx'
import { DiagnosticoPagina } from '../../../rastro/DiagnosticoPagina.tsx'

export const metadata: Metadata = { title: 'Por que não tocou?' }

export default function Page() {
  return (
    <Pagina so="supervisao">
      <DiagnosticoPagina />
    </Pagina>
  )
}
