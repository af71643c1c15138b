import { Anchor } from '@mantine/core'
import { TelaRecado } from './ui/feedback.tsx'

export default function NotFound() {
  return (
    <TelaRecado titulo="Página não encontrada" texto="O endereço não existe nesta mesa.">
      <Anchor href="/painel" underline="always">
        Voltar ao painel
      </Anchor>
    </TelaRecado>
  )
}
