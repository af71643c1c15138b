import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { AnotherProcess } from '../anotherProcess.ts'
import { diskEnvironment } from './faults.ts'
import { cutPower, randomFrom } from './image.ts'
import { appendRecord, type Entry, readJournal } from './journal.ts'

/** A desk's life on the disk of the tests: how the folder stood before, and all that was done and answered since. */
export type Timeline = { root: string; before: string | null; entries: Entry[] }

const WRITERS = 3
const note = z.object({ id: z.int(), version: z.int(), text: z.string() })
const ballast = `
INSERT INTO ballast
SELECT (SELECT string_agg(md5(random()::text || m || n), '') FROM generate_series(1, 250) m) FROM generate_series(1, 40) n`
const textOf = (id: number, version: number) => `${id}.${version} `.repeat(40)

/** A server whose database stands on the disk of the tests, and a table whose writes are remembered once answered. */
export class DeskOnDisk {
  readonly root: string
  readonly faults: string
  readonly pool: pg.Pool
  readonly #home: string
  readonly #before: string | null
  readonly #journal: string
  readonly #log: number
  readonly #server: AnotherProcess

  private constructor(home: string, before: string | null, server: AnotherProcess) {
    this.#home = home
    this.#before = before
    this.#server = server
    this.#journal = join(home, 'journal')
    this.root = join(home, 'data')
    this.faults = join(home, 'faults')
    const host = join(this.root, 'socket')
    this.pool = new pg.Pool({ host, user: 'postgres', database: 'postgres', max: WRITERS })
    this.pool.on('error', () => undefined) // the server may end without a goodbye
    this.#log = openSync(this.#journal, 'a')
  }

  /** On a copy of the folder `before`, or on nothing: then the database is created. */
  static async start(before: string | null): Promise<DeskOnDisk> {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'alo-disk-')))
    const [root, journal, faults] = [join(home, 'data'), join(home, 'journal'), join(home, 'faults')]
    mkdirSync(root, { mode: 0o700 })
    if (before !== null) cpSync(join(before, 'postgres'), join(root, 'postgres'), { recursive: true })
    const server = await AnotherProcess.open('server', root, diskEnvironment({ root, journal, faults }))
    const desk = new DeskOnDisk(home, before, server)
    await desk.pool.query('CREATE TABLE note (id int PRIMARY KEY, version int NOT NULL, text text NOT NULL)')
    await desk.pool.query('CREATE INDEX note_version ON note (version)')
    return desk
  }

  /** Writes a version of a row, unless a faster writer brought a later one; once the answer has come, it counts. */
  async write(id: number, version: number): Promise<void> {
    await this.pool.query(
      `INSERT INTO note VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET version = $2, text = $3 WHERE note.version < $2`,
      [id, version, textOf(id, version)],
    )
    appendRecord(this.#log, { writeSync }, { op: 'answered', id, version })
  }

  /** All that happened so far. */
  timeline(): Timeline {
    return { root: this.root, before: this.#before, entries: readJournal(this.#journal) }
  }

  kill(): Promise<void> {
    return this.#server.kill()
  }

  async remove(): Promise<void> {
    await this.kill()
    await this.pool.end()
    closeSync(this.#log)
    rmSync(this.#home, { recursive: true, force: true })
  }
}

/** Writes `rows` rows and many versions of some of them, amid ballast that makes for checkpoints. */
export async function fillWithNotes(desk: DeskOnDisk, rows: number): Promise<void> {
  await desk.pool.query('CREATE TABLE ballast (text text)')
  const writer = async (first: number) => {
    for (let id = first; id < rows; id += WRITERS) {
      await desk.write(id, 1)
      await desk.write(id % 7, id + 2)
      if (id % 5 === 0) await desk.pool.query(ballast)
      if (id % 50 === 0) await desk.pool.query('TRUNCATE ballast')
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, first) => writer(first)))
}

/** Cuts the power somewhere in the timeline and opens what the disk holds. Gives what is wrong then, in words. */
export function cutSomewhere(timeline: Timeline, seed: number): Promise<string[]> {
  return cutAt(timeline, Math.floor(randomFrom(seed + 1_000_003)() * (timeline.entries.length + 1)), seed)
}

/** The same after that many steps of the timeline. */
export async function cutAt({ root, before, entries }: Timeline, at: number, seed: number): Promise<string[]> {
  const image = realpathSync(mkdtempSync(join(tmpdir(), 'alo-cut-')))
  try {
    const past = entries.slice(0, at)
    cutPower(root, before, past, seed, image)
    const wrong = await lookInto(image, past)
    return wrong.map((words) => `seed ${seed}, cut at ${at} of ${entries.length}: ${words}`)
  } finally {
    rmSync(image, { recursive: true, force: true })
  }
}

async function lookInto(image: string, past: readonly Entry[]): Promise<string[]> {
  const answered = new Map<number, number>()
  for (const { record } of past) {
    if (record.op === 'answered') answered.set(record.id, Math.max(record.version, answered.get(record.id) ?? 0))
  }
  let server: AnotherProcess
  try {
    server = await AnotherProcess.open('server', image, diskEnvironment({ root: image, journal: '/dev/null' }))
  } catch (error) {
    return [`it does not open: ${error}`]
  }
  try {
    return await compare(server, answered)
  } catch (error) {
    return [`it cannot be read: ${error}`]
  } finally {
    await server.kill()
  }
}

async function compare(server: AnotherProcess, answered: Map<number, number>): Promise<string[]> {
  const [table] = await server.query(`SELECT to_regclass('note') IS NOT NULL AS there`)
  if (!table?.there) return answered.size === 0 ? [] : [`the table is gone, with ${answered.size} rows`]
  const rows = z.array(note).parse(await server.query('SELECT * FROM note'))
  const found = new Map(rows.map((row) => [row.id, row]))
  const wrong = found.size === rows.length ? [] : ['a key stands there twice']
  for (const { id, version, text } of rows) {
    if (text !== textOf(id, version)) wrong.push(`row ${id} holds something else`)
  }
  // The key's own index, row for row.
  await server.query('SET enable_seqscan = off')
  const [byKey] = await server.query('SELECT count(*)::int AS rows FROM note WHERE id >= 0 AND version > 0')
  if (byKey?.rows !== rows.length) wrong.push(`the index knows ${byKey?.rows} of ${rows.length} rows`)
  for (const [id, version] of answered) {
    const row = found.get(id)
    if (!row) wrong.push(`row ${id} is gone`)
    else if (row.version < version) wrong.push(`row ${id} has version ${row.version}, and ${version} was answered`)
  }
  return wrong
}
