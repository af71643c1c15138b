import { createListeners } from '../../ui/listeners.ts'

/** The room with the connection publishes here that the person behind a customer was erased. */
export const eliminados = createListeners<[{ id_cliente: number }]>()
