import type pg from 'pg'
import type { Log } from '../log.ts'
import type { Listen } from './database.ts'
import { keepStanding } from './standing.ts'

export function listener(pool: pg.Pool, log: Log): { listen: Listen; stopListening: () => Promise<void> } {
  const stops = new Set<() => Promise<void>>()

  const listen: Listen = async (channel, hear, onBack) => {
    const end = await keepStanding(pool, log, {
      channel,
      prepare: async () => undefined,
      beat: (client) => client.query('SELECT 1'),
      hear,
      onBack,
    })
    const stop = async () => {
      stops.delete(stop)
      await end()
    }
    stops.add(stop)
    return stop
  }

  return { listen, stopListening: async () => void (await Promise.all([...stops].map((stop) => stop()))) }
}
