import type { Metadata } from 'next'
import { Recado } from './ui/Recado.tsx'

export const metadata: Metadata = { title: 'Página não encontrada' }

export default function NotFound() {
  return (
    <Recado titulo="Página não encontrada" texto="O endereço não existe nesta mesa.">
      <a href="/painel">Voltar ao painel</a>
    </Recado>
  )
}
