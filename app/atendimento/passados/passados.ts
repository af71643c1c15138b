import type { AtendimentoPassadoAdiante } from '#server/atendimento/wire/atendimento'
import { createListeners } from '../../ui/listeners.ts'

/** The room with the connection publishes here that a ticket was passed; whoever shows tickets subscribes. */
export const passados = createListeners<[AtendimentoPassadoAdiante]>()
