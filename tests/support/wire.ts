import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { serverOf, throughPort } from './ownDatabase.ts'

/** A stretch of network between a desk and its PostgreSQL, on which everything can happen that happens to networks. */
export interface Wire {
  /** The database's address by way of this wire. */
  url: string
  /** Nothing passes any more, in either direction, and nobody is told: new connections are taken and hear nothing. */
  silence(): void
  /** What comes from now on passes. Connections that lost bytes are as good as dead, and say nothing. */
  pass(): void
  /** Every connection is reset. */
  reset(): void
  /** The desk hears the end of every connection, whose other direction stays open. */
  halfClose(): void
  /**
   * Resolves when the next statement that has this text, or goes by this name, was executed: its answer is swallowed and
   * its connection reset.
   */
  cutAnswerTo(text: string): Promise<void>
  /** Connections that stand. */
  count(): number
  close(): Promise<void>
}

export async function openWire(databaseUrl: string): Promise<Wire> {
  const target = serverOf(databaseUrl)
  const pairs = new Set<{ near: Socket; far: Socket }>()
  let silent = false
  let cut: { text: string; done: () => void } | undefined

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...target, allowHalfOpen: true })
    const pair = { near, far }
    pairs.add(pair)
    let cutting: (() => void) | undefined
    let torn = false
    near.on('data', (bytes) => {
      if (silent) torn = true
      if (torn) return
      if (cut && bytes.includes(cut.text)) {
        cutting = cut.done
        cut = undefined
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (silent) torn = true
      if (torn) return
      if (!cutting) return void near.write(bytes)
      near.resetAndDestroy()
      far.end()
      cutting()
    })
    near.on('end', () => torn || silent || far.end())
    far.on('end', () => torn || silent || near.end())
    for (const socket of [near, far]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        if (silent || torn) return
        pairs.delete(pair)
        near.destroy()
        far.destroy()
      })
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo

  const reset = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
    pairs.clear()
  }
  return {
    url: throughPort(databaseUrl, port),
    silence: () => {
      silent = true
    },
    pass: () => {
      silent = false
    },
    reset,
    halfClose: () => {
      for (const { near } of pairs) near.end()
    },
    cutAnswerTo: (text) =>
      new Promise((resolve) => {
        cut = { text, done: resolve }
      }),
    count: () => pairs.size,
    close: async () => {
      reset()
      server.close()
      await once(server, 'close')
    },
  }
}
