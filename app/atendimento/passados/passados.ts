import type { AtendimentoPassadoAdiante } from '#server/atendimento/wire/atendimento'

type Listener = (passado: AtendimentoPassadoAdiante) => void
const listeners = new Set<Listener>()

/** The room with the connection publishes here that a ticket was passed; whoever shows tickets subscribes. */
export const passados = {
  tell: (passado: AtendimentoPassadoAdiante) => {
    for (const listener of listeners) listener(passado)
  },
  subscribe: (listener: Listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
