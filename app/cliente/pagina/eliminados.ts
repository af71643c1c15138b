import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createHearing, createListeners } from '../../ui/listeners.ts'

/** The room with the connection publishes here that the person behind a customer was erased. */
export const eliminados = createListeners<[{ id_cliente: number }]>()

/** The snapshot of a new connection: without one, an erasure was told to nobody here. */
export const conexoesNovas = createHearing('ligacoes:abertas')

/** Told when the lists have come without an erased person. A list under the hand lets go of what it held still. */
export const semEliminados = createListeners()

/** Over how many milliseconds all screens spread their requests after an erasure. */
const askWithin = 1_500

/**
 * No list goes on showing an erased person: those in sight are fetched again, the others are dropped. What the server
 * would put on record as an opening (`onRecord`) is not fetched again.
 */
export function useForgetEliminados(): void {
  const cache = useQueryClient()
  useEffect(() => {
    const fetchAgain = () => cache.invalidateQueries({ predicate: ({ meta }: Query) => !meta?.onRecord })
    const leaveEliminados = eliminados.subscribe(() => {
      cache.removeQueries({ type: 'inactive' })
      setTimeout(() => void fetchAgain().then(semEliminados.tell), Math.random() * askWithin)
    })
    // The first snapshot is that of a page that has just been loaded.
    let first = true
    const leaveConexoes = conexoesNovas.subscribe(() => {
      if (!first) void fetchAgain()
      first = false
    })
    return () => {
      leaveEliminados()
      leaveConexoes()
    }
  }, [cache])
}
