import pg from 'pg'
import type { Log } from '../log.ts'
import { UnderWay } from '../underWay.ts'
import { DatabaseSilentError } from './away.ts'
import { deskPatience, longPatience, type Patience } from './patience.ts'
import { connectOwn, sessionSettings } from './sessionSettings.ts'
import { type Health, Watch } from './watch.ts'

type Taken = (err: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

const nothing = () => undefined
const quiet: Log = { info: nothing, warn: nothing, error: nothing }

/**
 * A pool that fails instead of waiting for long, when the database does not answer or too many callers wait already.
 * docs/interface.md: A sick database.
 */
export class PatientPool extends pg.Pool {
  readonly #watch: Watch
  readonly #waiting = new UnderWay<Taken>()
  readonly #demand: string
  #patience = longPatience

  /** `who` is the connections' `application_name`. Each new connection runs `demand`; if it fails, nobody gets it. */
  constructor(connectionString: string | undefined, who: string, log: Log = quiet, max = 10, demand = 'SELECT 1') {
    super({
      ...{ connectionString: connectionString && unnamed(connectionString), max, application_name: who },
      ...{ keepAlive: true, keepAliveInitialDelayMillis: 5_000, connectionTimeoutMillis: longPatience.connectMs },
      onConnect: (client) => this.#prepare(client, this.#patience),
    })
    this.#demand = demand
    this.#watch = new Watch(this.options, () => this.#patience, log, demand)
    this.on('connect', (client) => this.#watch.take(client))
    this.on('remove', (client) => this.#watch.leave(client))
    this.on('release', (_error, client) => this.#watch.giveBack(client))
    // The pool replaces a connection that breaks while idle. Without a listener, its error would end the process.
    this.on('error', nothing)
    this.#watch.onChange((health) => health === 'away' && this.#refuseWaiting())
  }

  /** Puts the limits of a running desk in force. Until then a start's long statements have all the time they need. */
  async hurry(): Promise<void> {
    this.#patience = deskPatience
    this.options.connectionTimeoutMillis = deskPatience.connectMs
    // Idle connections still have the earlier limits, so they are closed. A database that is away has lost them anyway.
    while (this.idleCount > 0 && this.health === 'well') {
      await this.connect().then((client) => client.release(true), nothing)
    }
  }

  // PostgreSQL gives a statement up 500 ms before we do: its error says more than our timeout.
  async #prepare(client: pg.ClientBase, { statementMs, idleInTransactionMs }: Patience): Promise<void> {
    const text = `${sessionSettings(statementMs - 500, idleInTransactionMs)}; ${this.#demand}`
    const query = { text, query_timeout: this.options.connectionTimeoutMillis }
    await client.query(query)
  }

  get health(): Health {
    return this.#watch.away ? 'away' : 'well'
  }

  /** How long this process stood still if it has only just gone on; else 0. */
  get stoodStillMs(): number {
    return this.#watch.stoodStillMs
  }

  /** Calls `hear` when the database stops answering, and with `well` when something on its way may have been lost. */
  onHealth(hear: (health: Health) => void): () => void {
    return this.#watch.onChange(hear)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(taken: Taken): void
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    if (!taken) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)))
      })
    }
    const refusal = this.#refusal()
    if (refusal) {
      process.nextTick(taken, refusal, undefined, nothing)
      return undefined
    }
    const wait = this.#waiting.begin(taken)
    super.connect((error, client, done) => {
      // `#refuseWaiting` has answered this caller meanwhile.
      if (!wait.end()) return done?.()
      // Nothing was under way on a connection that could not be had, such as when there are too many.
      if (error) this.#watch.doubt()
      taken(error, client, done)
    })
    return undefined
  }

  override async end(): Promise<void> {
    this.#watch.end()
    await super.end()
  }

  #refusal(): Error | null {
    if (this.#watch.away) return new DatabaseSilentError('the database does not answer')
    const { waiting } = this.#patience
    return this.#waiting.size < waiting ? null : new DatabaseSilentError(`${waiting} wait for the database already`)
  }

  #refuseWaiting(): void {
    for (const taken of this.#waiting.endAll())
      taken(new DatabaseSilentError('the database does not answer'), undefined, nothing)
  }
}

/** The address without a name for its connections, which pg would put before ours: commands find desks by ours. */
function unnamed(address: string): string {
  const url = new URL(address)
  if (!url.searchParams.has('application_name')) return address
  url.searchParams.delete('application_name')
  return url.href
}

/** Opens a connection to the pool's database outside of the pool. The caller must end it. */
export const ownClient = ({ options }: pg.Pool, more: pg.ClientConfig = {}): Promise<pg.Client> =>
  connectOwn(new pg.Client({ ...options, ...more }))
