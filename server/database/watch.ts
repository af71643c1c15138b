import { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { DatabaseSilentError, saysItLives } from './away.ts'
import { heartbeatMs, type Patience } from './patience.ts'

declare module 'pg' {
  /**
   * Parts of a client that pg's types lack: the query it waits for, and the connection, which counts the bytes read.
   */
  interface ClientBase {
    readonly _activeQuery?: object | null
    readonly connection: pg.Connection
  }
}
type Wait = { query: object | null | undefined; bytesRead: number; since: number }

const lookMs = 250
const probePauseMs = 400
/** A look that comes so late means this process was asleep and answers may lie unread: no fault of the database. */
const sleptMs = 1_000

export type Health = 'well' | 'away'
type Hear = (health: Health) => void

/**
 * Knows whether the database answers, so that nobody waits for one that does not. Four times a second, without sending
 * a statement, it checks how long each connection has waited for an answer. It destroys one that is silent for too
 * long, since its state is unknown. After silence or a lost connection it probes the database on a connection of its
 * own. If the probe fails, it drops every connection, has every caller refused at once, and goes on probing. It logs
 * one line per change.
 */
export class Watch {
  readonly #clients = new Map<pg.ClientBase, Wait>()
  readonly #hearers = new Set<Hear>()
  readonly #options: pg.PoolConfig
  readonly #patience: () => Patience
  readonly #log: Log
  readonly #demand: string
  readonly #timer: NodeJS.Timeout
  #looked = performance.now()
  #woke = { at: Number.NEGATIVE_INFINITY, stoodMs: 0 }
  #asking = false
  #answered = 0
  #awaySince: number | undefined
  #lost: unknown
  #ended = false

  constructor(options: pg.PoolConfig, patience: () => Patience, log: Log, demand: string) {
    this.#options = options
    this.#patience = patience
    this.#log = log
    this.#demand = demand
    this.#timer = setInterval(() => this.#look(), lookMs).unref()
  }

  get away(): boolean {
    return this.#awaySince !== undefined
  }

  /** How long this process stood still if it has only just gone on: what it reads now may have lain there as long. */
  get stoodStillMs(): number {
    const now = performance.now()
    const sinceLook = now - this.#looked
    if (sinceLook > sleptMs) return sinceLook
    return now - this.#woke.at < sleptMs ? this.#woke.stoodMs : 0
  }

  /**
   * Calls `hear` at every change, and with `well` after a lost connection too, as what it would have said is unknown.
   */
  onChange(hear: Hear): () => void {
    this.#hearers.add(hear)
    return () => void this.#hearers.delete(hear)
  }

  take(client: pg.ClientBase): void {
    this.#clients.set(client, { query: null, bytesRead: 0, since: 0 })
    client.on('error', (error) => this.doubt(error))
  }
  leave(client: pg.ClientBase): void {
    this.#clients.delete(client)
  }

  /** A client that is released while it waits for an answer would make its next user wait for that answer, too. */
  giveBack(client: pg.ClientBase): void {
    if (client._activeQuery)
      client.connection.stream.destroy(new DatabaseSilentError('a statement was left without its answer'))
  }

  end(): void {
    this.#ended = true
    clearInterval(this.#timer)
    this.#hearers.clear()
  }

  #look(): void {
    const { statementMs, doubtMs } = this.#patience()
    const now = performance.now()
    const stoodMs = now - this.#looked
    const slept = stoodMs > sleptMs
    if (slept) this.#woke = { at: now, stoodMs }
    this.#looked = now
    let silentMs = 0
    for (const [client, wait] of this.#clients) {
      const { _activeQuery: query } = client
      const { stream } = client.connection
      const bytesRead = stream instanceof Socket ? stream.bytesRead : 0
      if (slept || !query || query !== wait.query || bytesRead !== wait.bytesRead) {
        Object.assign(wait, { query, bytesRead, since: now })
      } else if (now - wait.since > statementMs) {
        stream.destroy(new DatabaseSilentError(`no answer within ${statementMs} ms`))
      } else silentMs = Math.max(silentMs, now - wait.since)
    }
    if (silentMs > doubtMs && now - this.#answered > doubtMs) void this.#ask()
  }

  /** Finds out whether the database itself is away, after a connection was refused, or `lost` with what was under way. */
  doubt(lost?: unknown): void {
    if (this.away) return
    this.#lost ??= lost
    void this.#ask()
  }

  /** Probes until the database answers. Only one such loop runs at a time. */
  async #ask(): Promise<void> {
    if (this.#asking || this.#ended) return
    this.#asking = true
    for (;;) {
      const failure = await this.#probe()
      if (this.#ended) return
      if (failure === undefined) break
      if (!this.away) this.#declareAway(failure)
      await pause(probePauseMs, undefined, { ref: false })
    }
    this.#asking = false
    this.#answered = performance.now()
    const lost = this.#lost
    this.#lost = undefined
    if (this.#awaySince !== undefined) {
      const ms = Math.round(performance.now() - this.#awaySince)
      this.#awaySince = undefined
      this.#log.warn({ ms }, 'the database answers again')
      this.#tell('well')
    } else if (lost !== undefined) {
      this.#log.warn({ err: lost }, 'a database connection was lost; the database answers')
      this.#tell('well')
    }
  }

  #declareAway(err: unknown): void {
    this.#awaySince = performance.now()
    this.#log.error({ err }, 'the database does not answer: requests get 503 until it does')
    for (const client of this.#clients.keys())
      client.connection.stream.destroy(new DatabaseSilentError('the database does not answer'))
    this.#tell('away')
  }

  #tell(health: Health): void {
    for (const hear of this.#hearers) hear(health)
  }

  /** Asks on a connection of its own; gives what went wrong, or undefined when the database lives. */
  async #probe(): Promise<unknown> {
    const client = new pg.Client({
      ...this.#options,
      connectionTimeoutMillis: heartbeatMs,
      query_timeout: heartbeatMs,
      application_name: 'alo sonda',
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(this.#demand)
      return undefined
    } catch (error) {
      return saysItLives(error, this.#clients.size > 0) ? undefined : error
    } finally {
      client.end().catch(() => undefined)
    }
  }
}
