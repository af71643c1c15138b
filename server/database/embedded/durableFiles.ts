import { chmodSync, fdatasyncSync } from 'node:fs'
import { type PGlite, PGlite as PGliteClass, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { endThread } from './orders.ts'
import { keepModesPrivate } from './privateModes.ts'
import { syncPath } from './synced.ts'

type Init = Parameters<NodeFS['init']>[1]
type Stream = { nfd?: number; node: { name: string; parent: { name: string } } }
type Write = (stream: Stream, buffer: unknown, offset: number, length: number, position: number) => number
type NodeFiles = {
  stream_ops: { fsync?: (stream: Stream) => number; write: Write; read: Write }
  node_ops: { mknod: (parent: unknown, name: string, mode: number, device: unknown) => unknown }
  realPath: (node: unknown) => string
}

const SEGMENT_BYTES = 16 * 2 ** 20

/**
 * PGlite's files on disk with the fsync that they lack: a commit that was answered survives SIGKILL and power cuts.
 * After an fsync that failed nobody knows what the disk holds, and asking again would say that all is well
 * (docs/decisions/0039): the thread ends before anything is said to anybody.
 */
export class DurableFiles extends NodeFS {
  /** How far the write-ahead log has been written, in bytes from its beginning. */
  walPosition = 0
  /** Called whenever a file is read, written or brought to the disk. */
  onTouch: () => void = () => undefined

  override async init(db: PGlite, options: Init): ReturnType<NodeFS['init']> {
    // Made by the class above, as the process's umask has it.
    chmodSync(this.rootDir, 0o700)
    const { emscriptenOpts } = await super.init(db, options)
    emscriptenOpts.preRun?.push((module) => {
      const files: NodeFiles = module.FS.filesystems.NODEFS
      keepModesPrivate(module.FS.filesystems.NODEFS)
      files.stream_ops.fsync = (stream) => {
        this.onTouch()
        try {
          if (stream.nfd === undefined) syncPath(files.realPath(stream.node))
          else fdatasyncSync(stream.nfd)
        } catch (error) {
          endThread(`a file could not be brought to the disk (${(error as Error).message})`)
        }
        return 0
      }
      // A file that could not be made stays in the memory of names; the next attempt would hear that it exists.
      const { mknod } = files.node_ops
      files.node_ops.mknod = (parent, name, mode, device) => {
        try {
          return mknod(parent, name, mode, device)
        } catch (error) {
          module.FS.destroyNode(module.FS.lookupNode(parent, name))
          throw error
        }
      }
      const { write, read } = files.stream_ops
      files.stream_ops.read = (...asked) => {
        this.onTouch()
        return read(...asked)
      }
      files.stream_ops.write = (stream, buffer, offset, length, position) => {
        this.onTouch()
        const written = write(stream, buffer, offset, length, position)
        const { name, parent } = stream.node
        if (parent.name === 'pg_wal') this.#noteWal(name, position + written)
        return written
      }
    })
    return { emscriptenOpts }
  }

  // A segment's name is its timeline and its number; one that is still being prepared has another sort of name.
  #noteWal(name: string, end: number): void {
    if (!/^[0-9A-F]{24}$/.test(name)) return
    const segment =
      Number.parseInt(name.slice(8, 16), 16) * (2 ** 32 / SEGMENT_BYTES) + Number.parseInt(name.slice(16), 16)
    this.walPosition = Math.max(this.walPosition, segment * SEGMENT_BYTES + end)
  }
}

const settings = [
  'wal_sync_method=fsync',
  // A desk's working set.
  'shared_buffers=32MB',
  // Segments that are kept for being written over, beside those since the last checkpoint: docs/decisions/0040.
  'min_wal_size=32MB',
  'max_wal_size=64MB',
  // Nothing is replicated, and each checkpoint would rewrite and sync the files about it.
  'max_replication_slots=0',
  'max_active_replication_origins=0',
  // Nothing here turns: with the price of a disk's head a list read in small turns scans whole tables at each of them.
  'random_page_cost=1.1',
  'TimeZone=UTC',
]

/** PostgreSQL's arguments: PGlite's own without -F (which switches fsync off), and the desk's settings. */
export function durableStartParams(): NonNullable<PGliteOptions['startParams']> {
  const given = PGliteClass.defaultStartParams.filter((param) => param !== '-F')
  return [...given, ...settings.flatMap((setting) => ['-c', setting])]
}
