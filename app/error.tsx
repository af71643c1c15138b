'use client'
import { Button } from '@mantine/core'
import { TelaRecado } from './ui/feedback.tsx'

/** An error while drawing. The calls are safe on the server, so drawing again is enough. */
export default function ErrorScreen({ reset }: { reset: () => void }) {
  return (
    <TelaRecado titulo="A tela falhou" texto="Suas chamadas e atendimentos continuam guardados.">
      <Button onClick={reset}>Desenhar de novo</Button>
    </TelaRecado>
  )
}
