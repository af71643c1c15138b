'use client'
import { Button } from '@mantine/core'
import { TelaRecado } from './ui/feedback.tsx'

/** A mistake while drawing. The calls themselves are safe on the server, so drawing anew is the remedy. */
export default function ErrorScreen({ reset }: { reset: () => void }) {
  return (
    <TelaRecado titulo="A tela falhou" texto="Suas chamadas e atendimentos continuam guardados.">
      <Button onClick={reset}>Desenhar de novo</Button>
    </TelaRecado>
  )
}
