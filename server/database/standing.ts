import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './database.ts'
import { ownClient } from './pool.ts'

const [FIRST_RETRY_MS, LAST_RETRY_MS] = [100, 1_000]
const ANSWER_MS = 4_000
/** A peer that vanished without a word is noticed by asking. */
const BEAT_MS = 3_000

interface StandingOptions {
  /** What it is for, in the log. */
  channel: string
  /** Makes a fresh connection fit for its purpose; a failure is a failed connection. */
  prepare(client: pg.Client): Promise<unknown>
  /** Asked now and then; no answer in time means that the connection is lost. */
  beat(client: pg.Client): Promise<unknown>
  hear(payload: string): void
  onLost?(): void
  /** It stands again after a loss: what was said in between was not heard. */
  onBack(): void
}

/**
 * A connection of one's own that hears what is said on a channel and is made again, for as long as it takes, whenever it
 * is lost. Resolves when it stands, to the function that ends it.
 */
export async function keepStanding(pool: pg.Pool, log: Log, options: StandingOptions): Promise<() => Promise<void>> {
  const { channel, prepare, beat, hear, onLost, onBack } = options
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
      await prepare(fresh)
      // `prepare` may not have noticed, and no other end would follow.
      if (lost) throw new Error('the connection was lost while it was prepared')
    } catch (error) {
      await fresh.end()
      throw error
    }
    const lose = (err: unknown) => {
      if (!stopped) log.warn({ err, channel }, 'the listening connection does not answer')
      // Makes `end` follow, as any loss does.
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
