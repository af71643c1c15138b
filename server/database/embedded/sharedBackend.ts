import type { PGlite } from '@electric-sql/pglite'
import { BASELINE, ClientSession } from './clientSession.ts'
import {
  BIND,
  CLOSE,
  channelOf,
  closeStatement,
  DESCRIBE,
  EXECUTE,
  endsReady,
  FUNCTION,
  failingStatement,
  firstColumns,
  hasError,
  isSound,
  notificationFilter,
  PARSE,
  QUERY,
  READY_BYTES,
  refusalMessage,
  renameStatement,
  replaceInSql,
  reportsOf,
  STARTUP,
  SYNC_MESSAGE,
  sqlOf,
  TERMINATE,
  textMessage,
} from './messages.ts'
import { sessionUseOf } from './sessionUse.ts'
import type { Client, Turn } from './sharedTurns.ts'

const GATHERED = new Set([PARSE, BIND, DESCRIBE, EXECUTE, CLOSE])
const ALONE = new Set([QUERY, FUNCTION])
const END_OF_ALL = Buffer.concat([failingStatement('its client has left'), SYNC_MESSAGE])
const IDLE_IN_TRANSACTION_MS = 5_000

/**
 * Lets many clients share PGlite's only backend as if each had its own: a turn is everything up to a Sync, so that one
 * client's Bind never meets another's Parse; a transaction keeps the backend until it ends; prepared statements get a
 * name per client; a notification goes to every client that listens on its channel, whoever raised it; settings and roles
 * are put away and brought back when turns change hands. What cannot be had by each client is refused (docs/decisions,
 * "One session is shared by turns"). enqueue, clearQueueForHandler and clearTransactionIfNeeded are what
 * PGLiteSocketHandler asks of its queue.
 */
export class SharedBackend {
  readonly #db: PGlite
  readonly #guard: () => void
  readonly #clients = new Map<number, Client>()
  #turns: Turn[] = []
  #owner: number | null = null
  /** The backend has ended its last answer by saying that it is ready: whoever comes next is heard. */
  #ready = true
  #statements = 0
  #idle: NodeJS.Timeout | undefined
  /** Whose settings the backend has now; null while it has nobody's. */
  #dressed: Client | null = null

  /** `guard` is called before the database is touched, and does not return when it must not be. */
  constructor(db: PGlite, guard: () => void) {
    this.#db = db
    this.#guard = guard
  }

  join(id: number, write: Client['write'], drop: Client['drop']): void {
    const session = new ClientSession(() => `alo_${++this.#statements}`)
    const nothing = { gathered: [], refusal: null, settings: false, forgets: null }
    this.#clients.set(id, { write, drop, session, started: false, left: false, ...nothing })
  }

  /** Forgets the client's prepared statements; what it left open was rolled back before. */
  leave(id: number): void {
    const client = this.#clients.get(id)
    if (!client) return
    this.#clients.delete(id)
    const message = Buffer.concat([...client.session.statements].map(closeStatement))
    if (message.length === 0) return
    const nothing = () => undefined
    const quiet = { onData: nothing, resolve: nothing, reject: nothing }
    this.#turns.push({ id, message, asks: true, settings: false, forgets: null, ...quiet })
    this.#takeTurns()
  }

  async enqueue(id: number, bytes: Uint8Array, onData: Turn['onData']): Promise<number> {
    const client = this.#clients.get(id)
    const said = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const [type = TERMINATE] = said
    if (!isSound(said, !client?.started)) throw new Error('this is no message of PostgreSQL’s protocol')
    if (!client || client.left || type === TERMINATE) return 0
    client.started = true
    // PostgreSQL leaves a transaction half ended when a query comes amid messages that no Sync has ended.
    const amid = client.gathered.length > 0 || (this.#owner === id && !this.#ready)
    if (amid && ALONE.has(type)) throw new Error('a query comes before the Sync of the messages before it')
    client.gathered.push(this.#understood(client, said))
    if (GATHERED.has(type)) return 0
    const [only, ...more] = client.gathered
    const whole = only && more.length === 0 ? only : Buffer.concat(client.gathered)
    const { refusal, forgets, session } = client
    const settings = client.settings || session.mayChangeUnforeseen
    Object.assign(client, { gathered: [], refusal: null, settings: false, forgets: null })
    const message = refusal === null ? whole : refusalMessage(refusal, type)
    return new Promise((resolve, reject) => {
      this.#turns.push({ id, message, asks: type !== STARTUP, settings, forgets, onData, resolve, reject })
      this.#takeTurns()
    })
  }

  /** What the client has yet to be answered is refused; what it says from now on is not heard: nobody would end it. */
  clearQueueForHandler(id: number): void {
    const client = this.#clients.get(id)
    if (client) client.left = true
    const gone = this.#turns.filter((turn) => turn.id === id)
    this.#turns = this.#turns.filter((turn) => turn.id !== id)
    for (const turn of gone) turn.reject(new Error('the client has left'))
  }

  /** However many ask for it: a second ROLLBACK would be the next client's. */
  async clearTransactionIfNeeded(id: number): Promise<void> {
    if (this.#owner !== id) return
    clearTimeout(this.#idle)
    // Without its Sync nothing is kept; and after an error amid its messages not even a ROLLBACK is heard before one.
    this.#run(END_OF_ALL, () => undefined)
    if (this.#db.isInTransaction() && hasError(this.#query('ROLLBACK'))) throw new Error('nothing can be rolled back')
    this.#owner = null
    this.#takeTurns()
  }

  // The message as the one backend is to hear it; what it means for the session is noted on its way.
  #understood(client: Client, message: Buffer): Buffer {
    const type = message[0]
    if (type === STARTUP) return message
    if (type !== QUERY && type !== PARSE) return renameStatement(message, (name) => client.session.nameFor(name))
    const use = sessionUseOf(sqlOf(message))
    let said = message
    if (use) {
      client.refusal ??= use.refusal
      client.settings ||= use.settings
      if (type === QUERY) client.forgets = use.forgets
      else if (use.forgets) client.refusal ??= `${use.forgets} must be sent as a simple query`
      const isNamed = type === PARSE && message[5] !== 0
      if (client.refusal === null) said = replaceInSql(message, client.session.note(use, isNamed))
    }
    return renameStatement(said, (name) => client.session.nameFor(name))
  }

  #takeTurns(): void {
    for (let turn = this.#nextTurn(); turn; turn = this.#nextTurn()) {
      clearTimeout(this.#idle)
      const client = this.#clients.get(turn.id)
      if (client && !this.#dress(client)) continue
      if (turn.settings && client) this.#dressed = client
      const forget = client && turn.forgets && !(turn.forgets === 'DISCARD ALL' && this.#db.isInTransaction())
      turn.resolve(forget ? this.#forget(client, turn) : this.#run(turn.message, turn.onData))
      // After a Flush, or an error before it, the backend hears this client's Sync alone.
      const endsOpen = (turn.asks && !this.#ready) || this.#db.isInTransaction()
      this.#owner = endsOpen ? turn.id : null
      if (endsOpen) this.#watch(turn.id)
    }
  }

  #nextTurn(): Turn | undefined {
    const at = this.#owner === null ? 0 : this.#turns.findIndex((turn) => turn.id === this.#owner)
    return at < 0 ? undefined : this.#turns.splice(at, 1)[0]
  }

  // Puts the settings of whoever had the turn before away, and brings this client's back. Clients without settings of
  // their own pay for two comparisons. False, and the client is dropped, when its settings cannot be had any more.
  #dress(client: Client): boolean {
    const before = this.#dressed
    if (before === client) return true
    if (before !== null) {
      const rows = this.#query(before.session.saving)
      if (!hasError(rows)) before.session.save(firstColumns(rows))
      else if (hasError(this.#query(`ROLLBACK; ${BASELINE}`))) throw new Error('the shared session cannot be put back')
      else before.drop()
      this.#dressed = null
    }
    if (client.session.saved === '') return true
    this.#dressed = client
    if (!hasError(this.#query(client.session.saved))) return true
    client.drop()
    return false
  }

  // DISCARD ALL and DEALLOCATE ALL, of what this client has.
  #forget(client: Client, turn: Turn): number {
    const closed = this.#collect(Buffer.concat([SYNC_MESSAGE, ...[...client.session.statements].map(closeStatement)]))
    client.session.forgetStatements()
    const parts = [reportsOf(closed)]
    if (turn.forgets === 'DISCARD ALL') {
      client.session.discard()
      parts.push(reportsOf(this.#query(BASELINE)))
      this.#dressed = null
    }
    const ready = parts.at(-1)?.ready ?? Buffer.alloc(0)
    const answer = [...parts.map(({ parameters }) => parameters), textMessage('C', `${turn.forgets}`), ready]
    turn.onData(Buffer.concat(answer))
    return answer.length
  }

  // A client that stops in the middle of a transaction would stop everybody.
  #watch(id: number): void {
    this.#idle = setTimeout(() => this.#clients.get(id)?.drop(), IDLE_IN_TRANSACTION_MS)
    this.#idle.unref()
  }

  #query(sql: string): Buffer {
    return this.#collect(textMessage('Q', sql))
  }

  #collect(message: Buffer): Buffer {
    const pieces: Buffer[] = []
    this.#run(message, (piece) => pieces.push(Buffer.from(piece)))
    return Buffer.concat(pieces)
  }

  #run(message: Buffer, onData: Turn['onData']): number {
    let bytes = 0
    let last: Buffer = Buffer.alloc(0)
    const notifications: Buffer[] = []
    const pass = (piece: Buffer) => {
      bytes += piece.length
      last = piece.length < READY_BYTES ? Buffer.concat([last, piece]) : Buffer.from(piece.subarray(-READY_BYTES))
      onData(piece)
    }
    this.#guard()
    const filter = notificationFilter(pass, (notification) => notifications.push(notification))
    // Done when the call returns: only a file system held in memory would have anything to await. A rejection means that
    // PostgreSQL itself has failed; unhandled on purpose, it ends the worker, which is then started anew.
    void this.#db.execProtocolRawStream(message, { syncToFs: false, onRawData: filter })
    this.#ready = endsReady(last)
    for (const notification of notifications) {
      const channel = channelOf(notification)
      for (const client of this.#clients.values()) if (client.session.hears(channel)) client.write(notification)
    }
    return bytes
  }
}
