import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

export const perdidasKey = ['perdidas']

const listeners = new Set<() => void>()

/** Every call that ends may be a missed one, and a snapshot may bring missed ones. */
const telling = new Set(['perdidas:mudaram', 'ligacao:encerrada', 'ligacoes:abertas'])

/** Receives every event of the desk's socket. */
export function hearOfPerdidas(event: string): void {
  if (telling.has(event)) for (const listener of listeners) listener()
}

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
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      clearTimeout(waiting)
    }
  }, [cache])
}
