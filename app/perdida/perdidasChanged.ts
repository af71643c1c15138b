import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** What the lists of missed calls and their count are kept under. */
export const perdidasKey = ['perdidas']

const listeners = new Set<() => void>()

/** Every call that ends may have been missed, and every snapshot may have made some so. */
const telling = new Set(['perdidas:mudaram', 'ligacao:encerrada', 'ligacoes:abertas'])

/** Hears everything that the desk's socket says. */
export function hearOfPerdidas(event: string): void {
  if (telling.has(event)) for (const listener of listeners) listener()
}

/** A storm of calls makes the screen ask once in so many milliseconds. */
const gatherMs = 1_000

/** Asks anew for what is shown of missed calls when something about them may have changed: at once, and then once a second. */
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
