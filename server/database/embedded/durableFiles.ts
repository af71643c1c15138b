import { chmodSync, closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type PGlite, PGlite as PGliteClass, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { keepModesPrivate } from './privateModes.ts'

type Init = Parameters<NodeFS['init']>[1]
type Stream = { nfd?: number; node: unknown }
type NodeFiles = { stream_ops: { fsync?: (stream: Stream) => number }; realPath: (node: unknown) => string }

/** PGlite's files on disk with the fsync that they lack: a commit that was answered survives SIGKILL and power cuts. */
export class DurableFiles extends NodeFS {
  override async init(db: PGlite, options: Init): ReturnType<NodeFS['init']> {
    // Made by the class above, as the process's umask has it.
    chmodSync(this.rootDir, 0o700)
    const { emscriptenOpts } = await super.init(db, options)
    emscriptenOpts.preRun?.push((module) => {
      const files: NodeFiles = module.FS.filesystems.NODEFS
      keepModesPrivate(module.FS.filesystems.NODEFS)
      files.stream_ops.fsync = (stream) => {
        if (stream.nfd === undefined) syncPath(files.realPath(stream.node))
        else fdatasyncSync(stream.nfd)
        return 0
      }
    })
    return { emscriptenOpts }
  }
}

const settings = [
  'wal_sync_method=fsync',
  // A desk's working set.
  'shared_buffers=32MB',
  // Nothing here turns: with the price of a disk's head a list read in small turns scans whole tables at each of them.
  'random_page_cost=1.1',
  'TimeZone=UTC',
]

/** PostgreSQL's arguments: PGlite's own without -F (which switches fsync off), and the desk's settings. */
export function durableStartParams(): NonNullable<PGliteOptions['startParams']> {
  const given = PGliteClass.defaultStartParams.filter((param) => param !== '-F')
  return [...given, ...settings.flatMap((setting) => ['-c', setting])]
}

/** Forces a folder and all below it to the disk: initdb writes without fsync. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}

function syncPath(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
