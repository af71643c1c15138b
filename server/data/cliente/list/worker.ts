import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import pg from 'pg'
import type { ListQuery } from '#domain/cliente/listQuery'
import { type ReadOptions, readBatches } from './readBatches.ts'

export type ListTask = {
  connection: pg.ClientConfig
  query: ListQuery
  options: ReadOptions
  /** A file of this process, open for writing. */
  file: number
  /** What stands before, between and after the customers. */
  frame: { head: string; between: string; tail: string }
}
export type ListReport =
  | { size: number }
  /** All of it is written; `digest` is of its bytes. */
  | { size: number; digest: string }
  | { failure: { message: string; code: string | undefined } }
  /** The task is over and its connection ended: the thread can take another. */
  | 'idle'

const report = (message: ListReport) => parentPort?.postMessage(message)

/** Writes the list to the task's file and tells how far it is. A failure is told; what was written is then worth nothing. */
async function writeList({ connection, query, options, file, frame }: ListTask): Promise<void> {
  const client = new pg.Client(connection)
  // Said again by the query under way.
  client.on('error', () => undefined)
  let size = 0
  const digest = createHash('sha1')
  const write = (text: string) => {
    const bytes = Buffer.from(text)
    for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from)
    digest.update(bytes)
    size += bytes.length
  }
  try {
    await client.connect()
    let before = frame.head
    // One batch behind, so that a list of a single batch is whole as soon as anything of it is known.
    let ready = ''
    for await (const texts of readBatches(client, query, options)) {
      if (texts.length === 0) continue
      if (ready !== '') {
        write(ready)
        report({ size })
      }
      ready = before + texts.join(frame.between)
      before = frame.between
    }
    write(`${ready || frame.head}${frame.tail}`)
    report({ size, digest: digest.digest('base64url') })
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    report({ failure: { message, code } })
  } finally {
    await client.end().catch(() => undefined)
    report('idle')
  }
}

parentPort?.on('message', (task: ListTask) => void writeList(task))
