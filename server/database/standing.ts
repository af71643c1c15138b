import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { ownClient } from './pool.ts'

const [FIRST_RETRY_MS, LAST_RETRY_MS] = [100, 1_000]
const ANSWER_MS = 4_000
/** A query at this interval detects a peer that vanished without closing the connection. */
const BEAT_MS = 3_000

interface StandingOptions {
  /** The channel to listen on; the log names the connection by it. */
  channel: string
  /** Prepares each new connection; if this fails, the attempt to connect has failed. */
  prepare?(client: pg.Client): Promise<unknown>
  /** Called at a regular interval; no answer in time means that the connection is lost. Any query will do. */
  beat?(client: pg.Client): Promise<unknown>
  hear(payload: string): void
  onLost?(): void
  /** Called after each reconnection: messages that were sent in between are lost. */
  onBack(): void
}

/**
 * Opens a connection outside of the pool that listens on a channel. Whenever it is lost, it is opened again, with
 * retries for as long as it takes. Resolves, once it listens, to the function that ends it, which is idempotent.
 */
export async function keepStanding(pool: pg.Pool, log: Log, options: StandingOptions): Promise<() => Promise<void>> {
  const { channel, prepare, beat = (own) => own.query('SELECT 1'), hear, onLost, onBack } = options
  let stopped = false
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const fresh = await ownClient(pool, { query_timeout: ANSWER_MS, connectionTimeoutMillis: ANSWER_MS })
    fresh.on('error', (err) => log.warn({ err, channel }, 'the listening connection broke'))
    fresh.on('notification', (message) => {
      if (message.channel === channel) hear(message.payload ?? '')
    })
    let lost = false
    fresh.once('end', () => {
      lost = true
    })
    try {
      await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      await prepare?.(fresh)
      // `prepare` may not have noticed the loss, and no second `end` event would follow.
      if (lost) throw new Error('the connection was lost while it was prepared')
    } catch (error) {
      await fresh.end()
      throw error
    }
    const lose = (err: unknown) => {
      if (!stopped) log.warn({ err, channel }, 'the listening connection does not answer')
      // Causes the `end` event, as any loss does.
      return fresh.end()
    }
    const heartbeat = setInterval(() => beat(fresh).catch(lose), BEAT_MS)
    heartbeat.unref()
    fresh.once('end', () => {
      clearInterval(heartbeat)
      if (stopped) return
      onLost?.()
      void reconnect()
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
      return onBack()
    }
  }

  return async () => {
    stopped = true
    await client.end()
  }
}
