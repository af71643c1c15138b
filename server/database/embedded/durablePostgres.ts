import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFiles, durableStartParams } from './durableFiles.ts'
import { FLUSH } from './messages.ts'
import { endThread } from './orders.ts'

/** PostgreSQL's jump back to its main loop after an ERROR, which PGlite carries out. */
const LONGJMP = 100
const ERROR_RESPONSE = 'E'.charCodeAt(0)
const CHECKPOINT = Buffer.from('Q\0\0\0\x0fCHECKPOINT\0')

/** PGlite with a disk beneath, and an end where PostgreSQL's own process would end. */
export class DurablePostgres extends PGlite {
  readonly files: DurableFiles
  /** Called after each message; within the turn of whoever sent it. */
  onMessage: () => void = () => undefined
  #guarded = false
  #unfinished = false

  private constructor(files: DurableFiles) {
    super({ fs: files, startParams: durableStartParams(), extensions: { pg_trgm } })
    this.files = files
  }

  static async open(cluster: string): Promise<DurablePostgres> {
    const db = new DurablePostgres(new DurableFiles(cluster))
    await db.waitReady
    return db
  }

  /** Every message to PostgreSQL goes through here. */
  override execProtocolRawSync(message: Uint8Array) {
    this.#guard()
    const answer = super.execProtocolRawSync(message)
    this.#unfinished = message.at(-5) === FLUSH && message.at(-4) === 0
    this.onMessage()
    return answer
  }

  /**
   * Writes what the memory holds to the tables' files, so that the write-ahead log before it is no longer needed. False
   * where it cannot be done now: amid a client's messages, or in a transaction that has failed.
   */
  checkpoint(): boolean {
    if (this.#unfinished) return false
    let done: boolean | undefined
    const onRawData = (piece: Uint8Array) => {
      done = done !== false && piece[0] !== ERROR_RESPONSE
    }
    void this.execProtocolRawStream(CHECKPOINT, { syncToFs: false, onRawData })
    return done ?? false
  }

  // PGlite catches whatever its PostgreSQL throws and goes on with the next message: after a PANIC (which aborts), a FATAL
  // (which exits), a trap of the WebAssembly or a mistake of the files below, with memory that nobody vouches for.
  #guard(): void {
    if (this.#guarded) return
    this.#guarded = true
    const module = this.Module
    const once = module._PostgresMainLoopOnce
    module._PostgresMainLoopOnce = () => {
      try {
        once()
      } catch (error) {
        if ((error as { status?: unknown }).status !== LONGJMP) endThread(`PostgreSQL has failed (${error})`)
        throw error
      }
    }
  }
}
