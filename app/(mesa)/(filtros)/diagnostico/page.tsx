import type { Metadata } from 'next'
import { DiagnosticoPagina } from '../../../rastro/DiagnosticoPagina.tsx'

export const metadata: Metadata = { title: 'Por que não tocou?' }

export default function Page() {
  return <DiagnosticoPagina />
}
