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
  | { size: number; done: boolean }
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
  const write = (text: string, done: boolean) => {
    const bytes = Buffer.from(text)
    for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from)
    size += bytes.length
    report({ size, done })
  }
  try {
    await client.connect()
    let before = frame.head
    for await (const texts of readBatches(client, query, options)) {
      if (texts.length === 0) continue
      write(before + texts.join(frame.between), false)
      before = frame.between
    }
    write(before === frame.head ? frame.head + frame.tail : frame.tail, true)
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    report({ failure: { message, code } })
  } finally {
    await client.end().catch(() => undefined)
    report('idle')
  }
}

parentPort?.on('message', (task: ListTask) => void writeList(task))
