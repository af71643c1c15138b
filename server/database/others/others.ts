import { randomInt } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type pg from 'pg'
import type { Log } from '../../log.ts'
import type { Database } from '../database.ts'
import { gather } from '../gather.ts'
import { keepStanding } from '../standing.ts'
import { assembler, type Heard, type Message, piecesOf } from './envelope.ts'

const channel = 'alo_processos'
/** Keys of the advisory locks: any numbers, the same in every version. */
const [presence, duty] = [720_110_542, 720_110_543]
const most = 64
const soonMs = 20

type Events = {
  /** There is another process that knows nothing of this one yet. */
  met: []
  /** The process of that number has ended or lost its connection. */
  gone: [from: number]
  /** Other processes may have sent something that did not arrive here. */
  missed: []
  /** Whether this process now holds the duty: it runs the chores that one process runs for all. */
  duty: [held: boolean]
}

const lookText = `
SELECT ARRAY(
    SELECT l.objid::int FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.classid = $1 AND l.objsubid = 2 AND l.granted
  ) AS living,
  CASE WHEN $3 THEN true ELSE pg_try_advisory_lock($2, 0) END AS duty`
const tellText = `SELECT pg_notify('${channel}', piece) FROM unnest($1::text[]) AS piece`

/**
 * The other living processes of this database: who they are, what they say, and which one of all has the duty. A process
 * counts as living while its connection holds the advisory lock of its number. A process that is alone tells nothing.
 */
export class Others extends EventEmitter<Events> {
  #me = 0
  readonly #mine = new Set<number>()
  readonly #living = new Set<number>()
  /** Processes that said goodbye. They may hold their locks a moment longer and still look alive. */
  readonly #left = new Set<number>()
  readonly #topics = new Map<string, (what: unknown, from: number) => void>()
  readonly #assemble = assembler()
  readonly #waiting = new Map<'met' | 'missed', NodeJS.Timeout>()
  readonly #silentSeconds: number
  #line: pg.Client | undefined
  #onDuty = false
  #end = async () => {}

  /** PostgreSQL ends the session of a process that is silent for `silentSeconds`, and so releases its locks. */
  constructor({ silentSeconds = 20 } = {}) {
    super()
    this.#silentSeconds = silentSeconds
  }

  /** How many others live, as far as is known. */
  get count(): number {
    return this.#living.size
  }

  /** Calls `take` with everything that other processes tell about this topic. */
  hear(about: string, take: (what: unknown, from: number) => void): void {
    this.#topics.set(about, take)
  }

  /** Sends to every other process, in the order of the calls. Costs nothing where there is no other. Never throws. */
  tell(about: string, what: unknown): void {
    if (this.#living.size > 0) void this.#say({ kind: 'said', about, what })
  }

  /** Joins the other processes; once this resolves, they are heard. */
  async join({ pool }: Pick<Database, 'pool'>, log: Log): Promise<void> {
    this.#end = await keepStanding(pool, log, {
      channel,
      prepare: (client) => this.#introduce(client),
      beat: (client) => this.#look(client),
      hear: (payload) => this.#take(this.#assemble(payload)),
      onLost: () => {
        this.#line = undefined
        this.#setDuty(false)
      },
      onBack: () => this.#soon('missed'),
    })
  }

  async leave(): Promise<void> {
    await this.#say({ kind: 'bye' })
    this.#line = undefined
    await this.#end()
    for (const timer of this.#waiting.values()) clearTimeout(timer)
    this.#setDuty(false)
  }

  async #introduce(client: pg.Client): Promise<void> {
    // A new number for each connection: a lost one may hold its lock until PostgreSQL notices the loss.
    const was = this.#me || null
    this.#me = randomInt(1, 2 ** 31 - 1)
    this.#mine.add(this.#me)
    // What is said here needs no flush to disk: it tells of what is committed already.
    await client.query(`SET idle_session_timeout TO '${this.#silentSeconds}s'; SET synchronous_commit TO off`)
    await client.query('SELECT pg_advisory_lock($1, $2)', [presence, this.#me])
    this.#line = client
    await this.#look(client)
    await this.#say({ kind: 'hello', was })
    // Processes that this one has met before know nothing of its new number.
    this.#soon('met')
  }

  async #look(client: pg.Client): Promise<void> {
    // The answer may be older than the lock of a process that says hello during the query: it must not count as lost.
    const known = [...this.#living]
    const { rows } = await client.query<{ living: number[]; duty: boolean }>({
      ...{ name: 'others_look', text: lookText },
      values: [presence, duty, this.#onDuty],
    })
    const [found] = rows
    if (!found || this.#line !== client) return
    const living = new Set(found.living.filter((each) => !this.#mine.has(each)))
    for (const each of this.#left) if (!living.has(each)) this.#left.delete(each)
    for (const each of known) {
      if (living.has(each)) continue
      this.#lose(each)
      // It may have committed something that it could no longer tell.
      this.#soon('missed')
    }
    for (const each of living) if (!this.#left.has(each)) this.#meet(each)
    this.#setDuty(found.duty)
  }

  #take(heard: Heard | null): void {
    if (!heard || this.#mine.has(heard.from)) return
    const { from, message } = heard
    if (message?.kind === 'bye') {
      this.#left.add(from)
      this.#lose(from)
    } else {
      this.#meet(from)
      if (message?.kind === 'said') this.#topics.get(message.about)?.(message.what, from)
      else if (message?.kind === 'hello') this.#answer(from, message.was)
      else if (message === null || message.to === this.#me) this.#soon('missed')
    }
  }

  #answer(from: number, was: number | null): void {
    if (was !== null) {
      // It may have committed something that it could not tell while its connection was lost.
      this.#lose(was)
      this.#soon('missed')
    }
    // The sender asks for snapshots after this answer: they contain what was committed here before it and not told.
    void this.#say({ kind: 'here', to: from })
  }

  #meet(other: number): void {
    if (this.#living.has(other)) return
    this.#living.add(other)
    this.#soon('met')
  }

  #lose(other: number): void {
    if (this.#living.delete(other)) this.emit('gone', other)
  }

  #setDuty(held: boolean): void {
    if (this.#onDuty === held) return
    this.#onDuty = held
    this.emit('duty', held)
  }

  /** Emits the event once for all that happens within `soonMs`. */
  #soon(event: 'met' | 'missed'): void {
    if (this.#waiting.has(event)) return
    const timer = setTimeout(() => {
      this.#waiting.delete(event)
      this.emit(event)
    }, soonMs)
    this.#waiting.set(event, timer)
  }

  /** A message that cannot be sent ends the connection: on the next `hello`, the others look for what they missed. */
  async #say(message: Message): Promise<void> {
    const line = this.#line
    if (!line) return
    try {
      await Promise.all(piecesOf(this.#me, message).map((piece) => this.#post(piece)))
    } catch {
      await line.end()
    }
  }

  readonly #post = gather(async (pieces: string[]) => {
    if (!this.#line) throw new Error('the connection to the other processes is lost')
    await this.#line.query({ name: 'others_tell', text: tellText, values: [pieces] })
    return pieces.map(() => undefined)
  }, most)
}
