import type { PGlite } from '@electric-sql/pglite'
import {
  BIND,
  CLOSE,
  closeStatement,
  DESCRIBE,
  EXECUTE,
  FLUSH,
  isListen,
  notificationFilter,
  PARSE,
  QUERY,
  renameStatement,
  STARTUP,
  SYNC_MESSAGE,
  TERMINATE,
} from './messages.ts'

type Client = {
  write: (message: Buffer) => void
  drop: () => void
  listening: boolean
  statements: Map<string, string>
  gathered: Buffer[]
}
type Turn = {
  id: number
  message: Buffer
  /** Ends with a Flush: the client goes on before anybody else. */
  unfinished: boolean
  onData: (piece: Uint8Array) => void
  resolve: (bytes: number) => void
  reject: (error: Error) => void
}

const GATHERED = new Set([PARSE, BIND, DESCRIBE, EXECUTE, CLOSE])
const IDLE_IN_TRANSACTION_MS = 5_000

/**
 * Lets many clients share PGlite's only backend as if each had its own: a turn is everything up to a Sync, so that one
 * client's Bind never meets another's Parse; a transaction keeps the backend until it ends; prepared statements get a
 * name per client; a notification goes to every client that has said LISTEN, whoever raised it.
 * Shared for good, and not used by Alô: session settings, session advisory locks, temporary tables, UNLISTEN, and no
 * COPY FROM STDIN. enqueue, clearQueueForHandler and clearTransactionIfNeeded are what PGLiteSocketHandler asks of its queue.
 */
export class SharedBackend {
  readonly #db: PGlite
  readonly #clients = new Map<number, Client>()
  #turns: Turn[] = []
  #owner: number | null = null
  #statements = 0
  #idle: NodeJS.Timeout | undefined

  constructor(db: PGlite) {
    this.#db = db
  }

  join(id: number, write: Client['write'], drop: Client['drop']): void {
    this.#clients.set(id, { write, drop, listening: false, statements: new Map(), gathered: [] })
  }

  /** Forgets the client's prepared statements; what it left open was rolled back before. */
  leave(id: number): void {
    const client = this.#clients.get(id)
    if (!client) return
    this.#clients.delete(id)
    if (client.statements.size === 0) return
    const message = Buffer.concat([...client.statements.values()].map(closeStatement))
    const nothing = () => undefined
    this.#turns.push({ id, message, unfinished: false, onData: nothing, resolve: nothing, reject: nothing })
    this.#takeTurns()
  }

  async enqueue(id: number, bytes: Uint8Array, onData: Turn['onData']): Promise<number> {
    const client = this.#clients.get(id)
    const [type = TERMINATE] = bytes
    if (!client || type === TERMINATE) return 0
    const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if ((type === QUERY || type === PARSE) && isListen(message)) client.listening = true
    client.gathered.push(type === STARTUP ? message : renameStatement(message, (name) => this.#nameFor(client, name)))
    if (GATHERED.has(type)) return 0
    const [only, ...more] = client.gathered
    const whole = only && more.length === 0 ? only : Buffer.concat(client.gathered)
    client.gathered = []
    return new Promise((resolve, reject) => {
      this.#turns.push({ id, message: whole, unfinished: type === FLUSH, onData, resolve, reject })
      this.#takeTurns()
    })
  }

  clearQueueForHandler(id: number): void {
    const gone = this.#turns.filter((turn) => turn.id === id)
    this.#turns = this.#turns.filter((turn) => turn.id !== id)
    for (const turn of gone) turn.reject(new Error('the client has left'))
  }

  async clearTransactionIfNeeded(id: number): Promise<void> {
    if (this.#owner !== id) return
    clearTimeout(this.#idle)
    if (this.#db.isInTransaction()) await this.#db.exec('ROLLBACK')
    else this.#run(SYNC_MESSAGE, () => undefined)
    this.#owner = null
    this.#takeTurns()
  }

  #takeTurns(): void {
    for (let turn = this.#nextTurn(); turn; turn = this.#nextTurn()) {
      clearTimeout(this.#idle)
      turn.resolve(this.#run(turn.message, turn.onData))
      const endsOpen = turn.unfinished || this.#db.isInTransaction()
      this.#owner = endsOpen ? turn.id : null
      if (endsOpen) this.#watch(turn.id)
    }
  }

  #nextTurn(): Turn | undefined {
    const at = this.#owner === null ? 0 : this.#turns.findIndex((turn) => turn.id === this.#owner)
    return at < 0 ? undefined : this.#turns.splice(at, 1)[0]
  }

  // A client that stops in the middle of a transaction would stop everybody.
  #watch(id: number): void {
    this.#idle = setTimeout(() => this.#clients.get(id)?.drop(), IDLE_IN_TRANSACTION_MS)
    this.#idle.unref()
  }

  #run(message: Buffer, onData: Turn['onData']): number {
    let bytes = 0
    const notifications: Buffer[] = []
    const pass = (piece: Buffer) => {
      bytes += piece.length
      onData(piece)
    }
    const filter = notificationFilter(pass, (notification) => notifications.push(notification))
    // Done when the call returns: only a file system held in memory would have anything to await. A rejection means that
    // PostgreSQL itself has failed; unhandled on purpose, it ends the worker, which is then started anew.
    void this.#db.execProtocolRawStream(message, { syncToFs: false, onRawData: filter })
    for (const notification of notifications) {
      for (const client of this.#clients.values()) if (client.listening) client.write(notification)
    }
    return bytes
  }

  #nameFor(client: Client, name: string): string {
    const known = client.statements.get(name)
    if (known) return known
    const fresh = `alo_${++this.#statements}`
    client.statements.set(name, fresh)
    return fresh
  }
}
