import type { AtendimentoPassadoAdiante } from '#server/atendimento/wire/atendimento'

type Listener = (passado: AtendimentoPassadoAdiante) => void
const listeners = new Set<Listener>()

/** A ticket went from one agent to another: who holds the connection tells it, whoever shows tickets hears it. */
export const passados = {
  tell: (passado: AtendimentoPassadoAdiante) => {
    for (const listener of listeners) listener(passado)
  },
  subscribe: (listener: Listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
