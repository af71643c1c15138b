import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createHearing } from '../ui/listeners.ts'

export const perdidasKey = ['perdidas']

/** Every call that ends may be a missed one, and a snapshot may bring missed ones. */
export const mudancasPerdidas = createHearing('perdidas:mudaram', 'ligacao:encerrada', 'ligacoes:abertas')

/** How often the lists are fetched at most, in milliseconds. */
const gatherMs = 1_000

/** Fetches the lists again when something about missed calls may have changed: at once, then once a second. */
export function usePerdidasAtuais(): void {
  const cache = useQueryClient()
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    let again = false
    const ask = () => {
      again = false
      void cache.invalidateQueries({ queryKey: perdidasKey })
      waiting = setTimeout(() => {
        waiting = undefined
        if (again) ask()
      }, gatherMs)
    }
    const listener = () => {
      again = true
      if (waiting === undefined) ask()
    }
    const leave = mudancasPerdidas.subscribe(listener)
    return () => {
      leave()
      clearTimeout(waiting)
    }
  }, [cache])
}
