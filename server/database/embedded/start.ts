import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, OperatorError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { demandCluster, ensureCluster, gone, identifierIn, putAside } from './cluster.ts'
import { type DataFolder, openDataFolder } from './dataFolder.ts'
import { isAbandoned, saysReady, serverOf } from './lock.ts'
import { endServer, type Started, startPostmaster } from './postmaster.ts'
import { type Answer, answerOf, enter, isAlone, leaveLock } from './presence.ts'
import { installation } from './programs.ts'
import { followServerLog, panicsIn } from './serverLog.ts'
import { refusal, strange } from './trouble.ts'

export interface Embedded {
  /** Its address, as any PostgreSQL's. */
  url: string
  /** The first statement for each connection: it fails where another database stands in this one's place. */
  demand: string
  /** To be called when all connections of this process are closed: the last process stops the server. Idempotent. */
  close: () => Promise<void>
}

/**
 * In milliseconds. A server that does not answer for `hung` while its process lives is killed and started anew, and so
 * is one that says for `abandoned` that it recovers while none of its processes does, or that it is ready while its
 * socket is gone. `comesUp` is the limit of a start, long because the processes of a killed predecessor may still hold
 * memory; `stop` that of an orderly stop.
 */
const usual = { hung: 10_000, abandoned: 5_000, comesUp: 60_000, stop: 8_000 }
const [lookMs, watchMs, firstRetryMs, lastRetryMs, cutShortMs] = [50, 2_000, 100, 5_000, 1_000]

/**
 * Connects to the embedded database of that folder, a PostgreSQL of its own. The first process starts it; a later one,
 * or one after a desk that was killed, finds it running. A desk (`role` server) restarts it when it ends; a command
 * does not.
 * @throws OperatorError naming what to do
 */
export async function startEmbedded(
  dataDir: string,
  role: 'server' | 'cli',
  log: Log,
  { loopback, ...more }: Partial<typeof usual> & { loopback?: boolean } = {},
): Promise<Embedded> {
  const patience = { ...usual, ...more }
  let unfollow = () => {}
  try {
    const folder = openDataFolder(dataDir, loopback)
    const keeper = new Keeper(folder, log, patience)
    if (role === 'server') unfollow = followServerLog(folder.log, log)
    // A full disk, say: clients hear only that their connection broke, and a command does not follow the log.
    const panicked = role === 'cli' ? panicsIn(folder.log, 0) : undefined
    await keeper.bringUp()
    const watching = role === 'server' ? keeper.watch() : undefined
    let left: Promise<void> | undefined
    const close = () => {
      if (!left) unfollow()
      left ??= keeper.leave(watching).then(() => {
        const panic = panicked?.()
        if (panic) log.error({}, `the embedded database broke down: ${panic}`)
      })
      return left
    }
    return { url: folder.url, demand: demandCluster(keeper.known), close }
  } catch (error) {
    unfollow()
    throw refusal(dataDir, error)
  }
}

/** Brings the server of a folder up, keeps it up, and stops it when nobody else works with it. */
class Keeper {
  readonly #folder: DataFolder
  readonly #log: Log
  readonly #patience: typeof usual
  readonly #left = new AbortController()
  /** The connection that shares the lock. */
  #guard: pg.Client | undefined
  /** The identifier of the first cluster that we connected to: another one in its place has none of our calls. */
  #known: string | undefined
  get known(): string {
    return this.#known ?? ''
  }

  constructor(folder: DataFolder, log: Log, patience: typeof usual) {
    this.#folder = folder
    this.#log = log
    this.#patience = patience
  }

  /**
   * Resolves when we are connected; starts no server if one runs. Makes a database only until we have connected once.
   */
  async bringUp(): Promise<void> {
    const { cluster, path, log } = this.#folder
    const { abandoned, comesUp, stop } = this.#patience
    const { signal } = this.#left
    let started: Started | undefined
    let retryMs = firstRetryMs
    const panicked = panicsIn(log, comesUp)
    let [lived, attended] = [performance.now(), performance.now()]
    for (; !signal.aborted; await pause(lookMs)) {
      const answer = await this.#enter()
      if (answer === 'in') return
      if (answer === 'busy' || answer === 'recovering') lived = performance.now()
      const isLost = answer === 'recovering' ? isAbandoned(cluster) : answer === 'gone' && saysReady(cluster)
      if (!isLost) attended = performance.now()
      if (answer === 'silent' || performance.now() - attended > abandoned) {
        if (serverOf(cluster) === null) throw strange(this.#folder)
        this.#log.error({}, 'the embedded database hangs: it is ended, to be started anew')
        await endServer(cluster, 'SIGKILL', stop)
      }
      if (answer === 'moved') {
        this.#log.info(
          { folder: path },
          'the embedded database runs since before the folder was moved: it is started anew',
        )
        await endServer(cluster, 'SIGINT', stop)
      }
      // After a SIGTERM it would wait for its last client, which may be our own guard. It ends anyway: let it end now.
      if (answer === 'ending') await endServer(cluster, 'SIGINT', stop)
      if (answer === 'gone' && !started) {
        this.#log.info({ folder: path }, 'starting the embedded database')
        await ensureCluster(this.#folder, this.#known)
        started = startPostmaster(this.#folder)
      } else if (started?.ended !== undefined) {
        if (!/lock file ".*" already exists|pre-existing shared memory block/.test(started.ended))
          throw refusal(path, started.ended)
        started = undefined
        await pause(retryMs, undefined, { signal }).catch(() => undefined)
        retryMs = Math.min(retryMs * 2, watchMs)
      }
      const panic = panicked()
      if (panic) throw refusal(path, panic)
      if (performance.now() - lived <= comesUp) continue
      throw answer !== 'gone' && serverOf(cluster) === null
        ? strange(this.#folder)
        : new OperatorError(`The embedded database in ${path} does not come up. What it says is in ${log}.`)
    }
  }

  /**
   * A killed desk leaves its server running. If its folder is moved, it goes on there and tells where it was started.
   */
  async #demandMoved(client: pg.Client, place: string): Promise<void> {
    const { cluster, path } = this.#folder
    const server = serverOf(cluster)
    if (server === null) throw strange(this.#folder)
    if (await isAlone(client)) return
    throw new OperatorError(
      `${path} was moved while an Alô works with it: that one knows it as ${dirname(place)} (PostgreSQL is process ${server}). ` +
        'End it, then start again.',
    )
  }

  /** Starts the server anew whenever it is gone or hangs, with retries for as long as it takes, until `leave`. */
  async watch(): Promise<void> {
    const { signal } = this.#left
    for (let retryMs = firstRetryMs; ; ) {
      const waited = pause(this.#guard ? watchMs : retryMs, undefined, { signal, ref: false })
      await Promise.race([waited, this.#guard ? once(this.#guard, 'end', { signal }) : waited]).catch(() => undefined)
      if (signal.aborted) return
      try {
        await this.bringUp()
        retryMs = firstRetryMs
      } catch (err) {
        this.#log.error({ err }, 'the embedded database does not start; it is tried again')
        retryMs = Math.min(retryMs * 2, lastRetryMs)
      }
    }
  }

  /** Stops the server when no other process works with it. Of several that leave at once, one stops it. */
  async leave(watching?: Promise<void>): Promise<void> {
    this.#left.abort()
    await watching
    const { cluster } = this.#folder
    try {
      if (!(await this.#isLast()) || (await endServer(cluster, 'SIGINT', this.#patience.stop))) return
      this.#log.warn({}, 'the embedded database does not end in order: it is cut short, and recovers at its next start')
      // PostgreSQL 18 goes on for ever when it is to end in order while it recovers from a crash.
      await endServer(cluster, 'SIGQUIT', cutShortMs)
    } catch {
      // The server ended by itself; the next process starts it.
    } finally {
      this.#guard?.end().catch(() => undefined)
    }
  }

  /**
   * Whether no other process works with the server. If it does not let us in, nobody does, unless it is only busy: one
   * that recovers from a crash is asked again, since it would run on for nobody.
   */
  async #isLast(): Promise<boolean> {
    let answer: Answer = 'in'
    for (const end = performance.now() + this.#patience.stop; performance.now() < end; await pause(lookMs)) {
      answer = this.#guard ? 'in' : await this.#enter()
      const shut = answer !== 'busy' && answer !== 'recovering'
      const alone = this.#guard ? await isAlone(this.#guard).catch(() => undefined) : shut || undefined
      if (alone !== undefined) return alone
      this.#guard = undefined
    }
    return answer === 'recovering' && isAbandoned(this.#folder.cluster)
  }

  /** Makes a new connection each time: a server may hang for new clients and go on for those that are connected. */
  async #enter(): Promise<Answer> {
    const limits = { connectionTimeoutMillis: this.#patience.hung, query_timeout: this.#patience.hung }
    const client = new pg.Client({ connectionString: this.#folder.url, application_name: 'alo guarda', ...limits })
    client.on('error', () => undefined)
    client.once('end', () => {
      if (this.#guard === client) this.#guard = undefined
    })
    try {
      await client.connect()
      const { rows } = await client.query<Record<'place' | 'known' | 'server' | 'programs', string>>(enter)
      const { place = '', known, server, programs = '' } = rows[0] ?? {}
      if (place !== this.#folder.cluster) {
        await this.#demandMoved(client, place)
        client.end().catch(() => undefined)
        return 'moved'
      }
      // A killed desk leaves its server running, and what the server works in may have been put aside since.
      if (this.#known === undefined && identifierIn(place) !== known) throw putAside(place, server)
      this.#known ??= known
      if (known !== this.#known) throw gone(place)
      if (programs === '' && existsSync(installation())) {
        this.#log.warn({}, 'the embedded database was started by an installation that is gone: it is started anew')
        client.end().catch(() => undefined)
        return 'ending'
      }
      const former = this.#guard
      this.#guard = client
      // A connection's end is not awaited, and until then `leave` would take its lock for another process's.
      await former?.query(leaveLock).catch(() => undefined)
      former?.end().catch(() => undefined)
      return 'in'
    } catch (error) {
      client.end().catch(() => undefined)
      if (error instanceof OperatorError) throw error
      // The disk is full, or fails: only somebody who sees to it ends this.
      if (/^(53100|58030)$/.test(codeOf(error))) throw refusal(this.#folder.path, error)
      if (codeOf(error).startsWith('28')) throw strange(this.#folder)
      return answerOf(error)
    }
  }
}
