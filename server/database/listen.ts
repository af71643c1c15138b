import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Listen, Log } from './database.ts'
import { ownClient } from './pool.ts'

const HEARTBEAT_MS = 4_000
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [100, 1_000]

export function listener(pool: pg.Pool, log: Log): { listen: Listen; stopListening: () => Promise<void> } {
  const stops = new Set<() => Promise<void>>()

  const listen: Listen = async (channel, onPayload, onGap) => {
    let stopped = false
    let client = await connect()

    async function connect(): Promise<pg.Client> {
      const fresh = ownClient(pool, { query_timeout: 3_000 })
      fresh.on('error', (err) => log.warn({ err, channel }, 'the listening connection broke'))
      fresh.on('notification', (message) => {
        if (message.channel === channel) onPayload(message.payload ?? '')
      })
      await fresh.connect()
      try {
        await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      } catch (error) {
        await fresh.end()
        throw error
      }
      // A peer that vanished without a word is noticed by asking. Ending the client makes `end` follow, as any loss does.
      const heartbeat = setInterval(() => fresh.query('SELECT 1').catch(() => fresh.end()), HEARTBEAT_MS)
      heartbeat.unref()
      fresh.once('end', () => {
        clearInterval(heartbeat)
        if (!stopped) void reconnect()
      })
      return fresh
    }

    async function reconnect(): Promise<void> {
      for (let wait = FIRST_RETRY_MS; !stopped; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
        await pause(wait)
        try {
          client = await connect()
        } catch {
          continue
        }
        if (stopped) return void client.end()
        log.info({ channel }, 'listening again')
        return onGap()
      }
    }

    const stop = async () => {
      stopped = true
      stops.delete(stop)
      await client.end()
    }
    stops.add(stop)
    return stop
  }

  return { listen, stopListening: async () => void (await Promise.all([...stops].map((stop) => stop()))) }
}
