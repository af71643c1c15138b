import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { DiskRecord, Entry } from './journal.ts'

type Change = { at: number; bytes: Buffer } | { size: number }
/** A file: what of it has reached the disk, and what waits to. */
type File = { base: string | null; disk: Change[]; waiting: Change[]; madeBy: { folder: Folder; names: Names } | null }
/** One step of a folder's list: names that are set, or taken away (null). */
type Names = Map<string, Node | null>
type Folder = { live: Map<string, Node>; disk: Map<string, Node>; waiting: Names[] }
type Node = File | Folder

const isFolder = (node: Node | undefined): node is Folder => node !== undefined && 'live' in node
const SECTOR = 512

/** Numbers from 0 to 1 that a seed decides. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Writes to `image` what a disk may hold when the power is cut after those entries: all that was synced; of the rest any
 * part, with holes and torn pages. A folder's changes reach the disk in their order, and a file that is synced brings its
 * own name along, as file systems with a journal do. `before` is the folder as it stood, all of it on the disk.
 */
export function cutPower(root: string, before: string | null, entries: readonly Entry[], seed: number, image: string) {
  const disk = new Disk(root, before)
  for (const { record, payload } of entries) disk.apply(record, payload)
  disk.write(image, randomFrom(seed))
}

class Disk {
  readonly #root: string
  readonly #top: Folder
  readonly #files = new Map<number, File>()

  constructor(root: string, before: string | null) {
    this.#root = root
    this.#top = before === null ? emptyFolder() : readFolder(before)
  }

  apply(record: DiskRecord, payload: Buffer): void {
    if ('path' in record || record.op === 'rename') this.#applyToNames(record)
    else if (record.op !== 'answered') this.#applyToFile(record, payload)
  }

  #applyToNames(record: Extract<DiskRecord, { path: string } | { from: string }>): void {
    if (record.op === 'open') this.#know(record.ino, this.#find(record.path))
    if (record.op === 'mkdir') this.#change(record.path, emptyFolder())
    if (record.op === 'unlink') this.#change(record.path, null)
    if (record.op === 'create') {
      const file: File = { base: null, disk: [], waiting: [], madeBy: null }
      file.madeBy = this.#change(record.path, file)
      this.#know(record.ino, file)
    }
    if (record.op === 'rename') {
      if (dirname(record.from) !== dirname(record.to)) throw new Error(`a move between folders: ${record.from}`)
      this.#change(record.to, this.#find(record.from) ?? null, basename(record.from))
    }
    if (record.op === 'syncdir') {
      const folder = this.#folder(record.path)
      bringNames(folder, folder.waiting.at(-1))
    }
  }

  #applyToFile(record: Extract<DiskRecord, { ino: number; path?: never }>, payload: Buffer): void {
    const file = this.#files.get(record.ino)
    if (!file) throw new Error('a file was changed that was never opened')
    if (record.op === 'write') file.waiting.push({ at: record.at, bytes: payload })
    if (record.op === 'truncate') file.waiting.push({ size: record.size })
    if (record.op === 'lost') file.waiting = []
    if (record.op === 'sync') {
      file.disk.push(...file.waiting.splice(0))
      if (file.madeBy) bringNames(file.madeBy.folder, file.madeBy.names)
      file.madeBy = null
    }
  }

  /** What reached the disk, and a part of what was on its way. */
  write(image: string, random: () => number): void {
    // Nothing of it, everything, or any part.
    const share = [0, 1, random()][Math.floor(random() * 3)] ?? 0
    const writeFolder = (folder: Folder, path: string) => {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      const names = new Map(folder.disk)
      const arrived = share === 0 ? 0 : Math.floor(random() * (folder.waiting.length + 1))
      for (const step of folder.waiting.slice(0, arrived)) applyNames(names, step)
      for (const [name, node] of names) {
        if (isFolder(node)) writeFolder(node, join(path, name))
        else writeFile(node, join(path, name), share, random)
      }
    }
    writeFolder(this.#top, image)
  }

  #know(ino: number, node: Node | undefined): void {
    if (!node || isFolder(node)) throw new Error('a file was opened that was never made')
    this.#files.set(ino, node)
  }

  #find(path: string): Node | undefined {
    let node: Node | undefined = this.#top
    for (const name of relative(this.#root, path).split('/').filter(Boolean)) {
      node = isFolder(node) ? node.live.get(name) : undefined
    }
    return node
  }

  #folder(path: string): Folder {
    const folder = this.#find(path)
    if (!isFolder(folder)) throw new Error(`there is no folder ${path}`)
    return folder
  }

  /** Sets or takes away a name, and takes away that of before in the same step. */
  #change(path: string, node: Node | null, before?: string): { folder: Folder; names: Names } {
    const folder = this.#folder(dirname(path))
    const names: Names = new Map()
    if (before !== undefined) names.set(before, null)
    names.set(basename(path), node)
    applyNames(folder.live, names)
    folder.waiting.push(names)
    return { folder, names }
  }
}

const emptyFolder = (): Folder => ({ live: new Map(), disk: new Map(), waiting: [] })

function readFolder(path: string): Folder {
  const folder = emptyFolder()
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = join(path, entry.name)
    if (!entry.isDirectory() && !entry.isFile()) continue
    const node = entry.isDirectory() ? readFolder(below) : { base: below, disk: [], waiting: [], madeBy: null }
    folder.live.set(entry.name, node)
    folder.disk.set(entry.name, node)
  }
  return folder
}

function applyNames(names: Map<string, Node>, step: Names): void {
  for (const [name, node] of step) {
    if (node) names.set(name, node)
    else names.delete(name)
  }
}

/** Brings the folder's steps to the disk, up to that one. */
function bringNames(folder: Folder, last: Names | undefined): void {
  const count = last ? folder.waiting.indexOf(last) + 1 : 0
  for (const step of folder.waiting.splice(0, count)) applyNames(folder.disk, step)
}

function writeFile(file: File, path: string, share: number, random: () => number): void {
  const arrived = file.waiting.filter(() => random() < share).map((change) => tear(change, random))
  const changes = [...file.disk, ...arrived]
  if (changes.length === 0 && file.base !== null) {
    copyFileSync(file.base, path)
    return
  }
  const base = file.base !== null && existsSync(file.base) ? readFileSync(file.base) : Buffer.alloc(0)
  const content = Buffer.alloc(Math.max(base.length, ...changes.map(endOf)))
  base.copy(content)
  let length = base.length
  for (const change of changes) {
    if ('size' in change) content.fill(0, change.size)
    else change.bytes.copy(content, change.at)
    length = 'size' in change ? change.size : Math.max(length, endOf(change))
  }
  writeFileSync(path, content.subarray(0, length))
}

const endOf = (change: Change) => ('size' in change ? change.size : change.at + change.bytes.length)

/** One write of three stops after some of its sectors. */
function tear(change: Change, random: () => number): Change {
  if ('size' in change || random() > 1 / 3) return change
  return {
    at: change.at,
    bytes: change.bytes.subarray(0, Math.floor((random() * change.bytes.length) / SECTOR) * SECTOR),
  }
}
