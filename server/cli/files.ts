import { constants, createReadStream, createWriteStream, type ReadStream, rmSync } from 'node:fs'
import { access, realpath, rename, rm, stat } from 'node:fs/promises'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CliIo } from './io.ts'
import { UsageError } from './usage.ts'

interface Source {
  /** Begins to read: until somebody does, a failure would be heard by nobody. */
  chunks: () => AsyncIterable<Buffer>
  /** Bytes of the whole, where they are known. */
  total: number | null
  done: () => number
}

/** Stdin, which `-` names, or a file. @throws UsageError for what cannot be read */
export async function openInput(path: string, { input }: CliIo): Promise<Source> {
  if (path === '-') return { chunks: () => input, total: null, done: () => 0 }
  const found = await access(path, constants.R_OK)
    .then(() => stat(path))
    .catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`${path} cannot be read (${error.code})`)
    })
  if (found.isDirectory()) throw new UsageError(`${path} is a folder`)
  let stream: ReadStream | undefined
  const chunks = () => {
    stream = createReadStream(path, { highWaterMark: 256 * 1024 })
    return stream
  }
  return { chunks, total: found.size, done: () => stream?.bytesRead ?? 0 }
}

/**
 * Writes what the source gives, and what is made of it on its way, to stdout, which `-` names, or into a file that appears
 * under its name only when it is whole and on the disk, and is its owner's alone.
 * @throws UsageError for what is no file, for one that is there and may not be replaced, and where it cannot be written;
 * what the source throws, as it is
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
      // A file that broke ends its source with its own error.
      if (error !== broken) failed = error
      throw error
    }
  }
  // No more than one piece ahead: a backup's are large.
  const streams = [Readable.from(heard(), { highWaterMark: 1 }), ...through]
  if (path === '-') return pipeline([...streams, out], { end: false })
  const there = await stat(path).catch(() => undefined)
  // A device would be replaced like any file.
  if (there && !there.isFile()) throw new UsageError(`${path} is no file: name one, or - for stdout.`)
  if (there && !replace) throw new UsageError(`${path} exists already: name another file.`)
  const place = there ? await realpath(path) : path
  const draft = `${place}.${process.pid}.part`
  const file = createWriteStream(draft, { mode: 0o600, flush: true }).on('error', (error) => {
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
    await rm(draft, { force: true })
    if (failed || !(error instanceof Error)) throw error
    throw new UsageError(`${path} cannot be written (${error.message})`)
  } finally {
    undo.delete(drop)
  }
}
