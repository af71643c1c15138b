import { DiagnosticoPagina } from '../../../rastro/DiagnosticoPagina.tsx'

export default function Page() {
  return <DiagnosticoPagina />
}
