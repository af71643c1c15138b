'use client'
import { Recado } from './ui/Recado.tsx'

/** An error while drawing. The calls are safe on the server, so drawing again is enough. */
export default function ErrorScreen({ reset }: { reset: () => void }) {
  return (
    <Recado titulo="A tela falhou" texto="Suas chamadas e atendimentos continuam guardados.">
      <button type="button" onClick={reset}>
        Desenhar de novo
      </button>
    </Recado>
  )
}
