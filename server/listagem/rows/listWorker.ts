import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import pg from 'pg'
import { JsonBuffer } from '../../cliente/rows/joiner/jsonBuffer.ts'
import type { ListPlan } from '../../cliente/rows/joiner/plan.ts'
import { readBatches } from '../../cliente/rows/joiner/readBatches.ts'
import { type KeySource, Keys } from '../../database/sealed/keys.ts'
import { connectOwn } from '../../database/sessionSettings.ts'
import { codeOf } from '../../errors.ts'

export interface ListTask {
  connection: pg.ClientConfig
  plan: ListPlan
  keys: { source: KeySource; allSealed: boolean }
  /** Descriptor of a file of this process, open for writing. */
  file: number
  /** Folder for the file that keeps customers who are read before their turn in the list. */
  folder: string
  /** The text before, between and after the customers. */
  frame: { head: string; between: string; tail: string }
}
export type ListReport =
  | { size: number }
  /** The whole list is written; `digest` is the SHA-1 of its bytes, in base64url. */
  | { size: number; digest: string }
  | { failure: { message: string; code: string } }
  /** The task is over and its connection ended: the thread can take another. */
  | 'idle'

const report = (message: ListReport) => parentPort?.postMessage(message)
const writtenAtOnce = 1024 * 1024

/** Writes the list to the task's file and reports how far it is. Reports a failure, too; the file is then useless. */
async function writeList({ connection, plan, keys, file, folder, frame }: ListTask): Promise<void> {
  const client = new pg.Client(connection)
  let size = 0
  const digest = createHash('sha1')
  const ready = new JsonBuffer()
  const write = () => {
    const bytes = ready.bytes.subarray(0, ready.length)
    for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from)
    digest.update(bytes)
    size += bytes.length
    ready.length = 0
  }
  try {
    const known = Object.assign(new Keys(keys.source), { allSealed: keys.allSealed })
    await connectOwn(client)
    let before = frame.head
    for await (const { clientes, more } of readBatches(client, known, plan, folder)) {
      for (const json of clientes) {
        // Written only when another customer comes, so that the first report of a short list says that it is whole.
        if (ready.length >= writtenAtOnce) {
          write()
          report({ size })
        }
        ready.text(before)
        ready.raw(json)
        before = frame.between
      }
      // What is ready does not wait for the next batch, which may hold only customers whose turn comes late.
      if (more && ready.length > 0) {
        write()
        report({ size })
      }
    }
    if (before === frame.head) ready.text(frame.head)
    ready.text(frame.tail)
    write()
    report({ size, digest: digest.digest('base64url') })
  } catch (error) {
    report({ failure: { message: error instanceof Error ? error.message : String(error), code: codeOf(error) } })
  } finally {
    await client.end().catch(() => undefined)
    report('idle')
  }
}

// Calls go first where processors are few. On Linux the priority is the calling thread's alone, setpriority(2);
// elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', (task: ListTask) => void writeList(task))
