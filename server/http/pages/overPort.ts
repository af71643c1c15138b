import { Duplex } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'

/**
 * One end of a connection between two threads of this process, which Node's HTTP reads and writes as it does a socket.
 * When one end is destroyed, or its thread ends, so is the other.
 */
export function overPort(port: MessagePort): Duplex {
  const connection = new Duplex({
    read() {},
    write(piece: Buffer, _encoding, done) {
      port.postMessage(piece)
      done()
    },
    final(done) {
      port.postMessage(null)
      done()
    },
    destroy(error, done) {
      port.close()
      done(error)
    },
  })
  port.on('message', (piece: Uint8Array | null) => void connection.push(piece && Buffer.from(piece)))
  port.on('close', () => connection.destroy())
  // A WebSocket sets these on its socket. Between threads they have no meaning.
  const nothing = () => connection
  return Object.assign(connection, { setTimeout: nothing, setNoDelay: nothing })
}
