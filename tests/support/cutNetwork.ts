import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * What happens to a network. `reset`: every connection is reset, and so is each new one. `silence`: whatever is sent is
 * swallowed, and connections stay open. `toServer`, `toBrowser`: that direction alone is silent. `halfFrame`: half of what
 * a connection says next passes, and then it is silent.
 */
export const cutKinds = ['reset', 'silence', 'toServer', 'toBrowser', 'halfFrame'] as const
export type CutKind = (typeof cutKinds)[number]

export interface CutNetwork {
  port: number
  cut(kind: CutKind): void
  /** What comes from now on passes. A connection that lost bytes is as good as dead, and nobody is told. */
  mend(): void
  close(): Promise<void>
}

type Way = 'toServer' | 'toBrowser'

/** A stretch of network between browsers and the desk at that port, which can be cut. */
export async function openCutNetwork(target: number): Promise<CutNetwork> {
  const sockets = new Set<Socket>()
  let kind: CutKind | undefined

  const server = createServer((browser) => {
    sockets.add(browser)
    browser.on('error', () => browser.destroy()).on('close', () => sockets.delete(browser))
    if (kind === 'reset') return void browser.resetAndDestroy()
    const desk = connect(target, '127.0.0.1')
    sockets.add(desk)
    desk.on('error', () => desk.destroy()).on('close', () => sockets.delete(desk))
    const torn: Record<Way, boolean> = { toServer: false, toBrowser: false }

    const passes = (way: Way, bytes: Buffer): Buffer | null => {
      if (torn[way]) return null
      if (kind === undefined || (kind !== way && (kind === 'toServer' || kind === 'toBrowser'))) return bytes
      torn[way] = true
      if (kind !== 'halfFrame') return null
      torn.toServer = torn.toBrowser = true
      return bytes.subarray(0, bytes.length >> 1)
    }
    const join = (from: Socket, to: Socket, way: Way) => {
      from.on('data', (bytes) => {
        const piece = passes(way, bytes)
        if (piece?.length && to.writable) to.write(piece)
      })
      from.on('close', () => {
        const silent = torn[way] || kind === 'silence' || kind === 'halfFrame' || kind === way
        // A goodbye is lost like everything else.
        if (silent) torn[way] = true
        else to.destroy()
      })
    }
    join(browser, desk, 'toServer')
    join(desk, browser, 'toBrowser')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut(next) {
      kind = next
      if (next === 'reset') for (const socket of sockets) socket.resetAndDestroy()
    },
    mend() {
      kind = undefined
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
