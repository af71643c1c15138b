import { constants, createReadStream, createWriteStream, type ReadStream, rmSync } from 'node:fs'
import { access, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isRunning } from '../database/embedded/lock.ts'
import { codeOf } from '../errors.ts'
import type { CliIo } from './io.ts'
import { UsageError } from './usage.ts'

interface Source {
  /** Opens the file when it is called: an error before that would have nobody to handle it. */
  chunks: () => AsyncIterable<Buffer>
  /** The size in bytes, where it is known. */
  total: number | null
  done: () => number
}

/** Opens a file, or stdin for `-`. @throws UsageError for a file that cannot be read */
export async function openInput(path: string, { input }: CliIo): Promise<Source> {
  if (path === '-') return { chunks: () => input, total: null, done: () => 0 }
  const refuse = (error: unknown) => {
    throw new UsageError(`${path} cannot be read (${codeOf(error)})`)
  }
  const found = await access(path, constants.R_OK)
    .then(() => stat(path))
    .catch(refuse)
  if (found.isDirectory()) throw new UsageError(`${path} is a folder`)
  let stream: ReadStream | undefined
  async function* chunks() {
    stream = createReadStream(path, { highWaterMark: 256 * 1024 })
    try {
      yield* stream
    } catch (error) {
      refuse(error)
    }
  }
  return { chunks, total: found.size, done: () => stream?.bytesRead ?? 0 }
}

/**
 * Writes the source, after it went `through` the transforms, into a file, or to stdout for `-`. The file gets its name
 * only when it is complete and on the disk, and only its owner may read it.
 * @throws UsageError for a path that is no file, for a file that exists and may not be replaced, and for one that
 * cannot be written; errors of the source as they are
 */
export async function writeOutput(
  { path, replace = false }: { path: string; replace?: boolean },
  { out, undo }: CliIo,
  source: Iterable<string> | AsyncIterable<string>,
  ...through: Transform[]
): Promise<void> {
  let failed: unknown
  let broken: Error | undefined
  async function* heard() {
    try {
      for await (const piece of source) yield piece
    } catch (error) {
      // When the file breaks, the pipeline ends the source with the file's error, which is none of the source.
      if (error !== broken) failed = error
      throw error
    }
  }
  // Reads no more than one piece ahead, since a backup's pieces are large.
  const streams = [Readable.from(heard(), { highWaterMark: 1 }), ...through]
  if (path === '-') return pipeline([...streams, out], { end: false })
  const there = await stat(path).catch(() => undefined)
  // The rename would replace a device like any file.
  if (there && !there.isFile()) throw new UsageError(`${path} is no file: name one, or - for stdout.`)
  if (there && !replace) throw new UsageError(`${path} exists already: name another file.`)
  const place = there ? await realpath(path) : path
  await removeDrafts(place)
  const draft = `${place}.${process.pid}.part`
  // In a folder that others may write to, somebody could have put a file or a link of theirs in its place.
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }).on('error', (error) => {
    broken ??= error
  })
  const drop = () => {
    file.destroy()
    rmSync(draft, { force: true })
  }
  undo.add(drop)
  try {
    await pipeline([...streams, file])
    await rename(draft, place)
  } catch (error) {
    // Where the path leads nowhere, this fails too, and would hide why.
    await rm(draft, { force: true }).catch(() => undefined)
    if (failed || !(error instanceof Error)) throw error
    throw new UsageError(`${path} cannot be written (${error.message})`)
  } finally {
    undo.delete(drop)
  }
}

/**
 * Removes what killed commands left beside the file, one of this process's number too. What cannot be read or removed
 * hinders no writing.
 */
async function removeDrafts(place: string): Promise<void> {
  const [folder, start] = [dirname(place), `${basename(place)}.`]
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid] = /^(\d+)\.part$/.exec(name.slice(start.length)) ?? []
    if (!pid || !name.startsWith(start)) continue
    if (Number(pid) !== process.pid && isRunning(Number(pid))) continue
    await rm(join(folder, name), { force: true }).catch(() => undefined)
  }
}
