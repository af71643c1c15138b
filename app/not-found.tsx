import { Recado } from './ui/Recado.tsx'

export default function NotFound() {
  return (
    <Recado titulo="Página não encontrada" texto="O endereço não existe nesta mesa.">
      <a href="/painel">Voltar ao painel</a>
    </Recado>
  )
}
