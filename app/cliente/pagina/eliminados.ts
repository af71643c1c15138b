import { createHearing, createListeners } from '../../ui/listeners.ts'

/** The room with the connection publishes here that the person behind a customer was erased. */
export const eliminados = createListeners<[{ id_cliente: number }]>()

/** The snapshot of a new connection: without one, an erasure was told to nobody here. */
export const conexoesNovas = createHearing('ligacoes:abertas')
