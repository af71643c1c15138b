import fc from 'fast-check'
import { io, type Socket } from 'socket.io-client'
import { wild } from './values.ts'

/** A message on the socket, valid or not. */
interface GeneratedEvent {
  name: string
  args: unknown[]
  acknowledged: boolean
  /** When set, this raw packet is written instead of an event, past Socket.IO's protocol. */
  raw: string | undefined
}

const names = [
  'ligacao:exibida',
  'ligacao:exibida',
  'ligacoes:sincronizar',
  'mesa:pulso',
  'ligacoes:abertas',
  'ligacao:aberta',
  'join',
]
const odd = ['', '__proto__', 'constructor', 'toString', '\0', 'a'.repeat(500)]
const raws = [
  '42["disconnect"]',
  '42["newListener",1]',
  '42["error","x"]',
  '42["connect_error"]',
  '',
  '0',
  '1',
  '2',
  '4',
  '40',
  '41',
  '42',
  '42[',
  '42{}',
  '42["x"',
  '42[null]',
  '429999999999["x"]',
  '43[]',
  '45-1',
  '451-["x"]',
  '452-[',
  '44{}',
  'x',
  '\0',
  '42/outro,["x"]',
  '40/usuario:1,',
]

const shown = fc.oneof(
  fc.uuid().map((id) => ({ id })),
  fc.record({ id: wild }),
  wild,
)

export const events: fc.Arbitrary<GeneratedEvent> = fc.record({
  name: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  ),
  args: fc.array(
    fc.oneof({ weight: 3, arbitrary: shown }, { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }) }),
    { maxLength: 3 },
  ),
  acknowledged: fc.boolean(),
  raw: fc.oneof({ weight: 30, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...raws) }),
})

const patienceMs = 60_000

/** A screen that sends any message it is given, and reconnects when the server has ended its connection. */
export function openBabbler(url: string, cookie: string) {
  let socket: Socket | undefined
  const connected = async (): Promise<Socket> => {
    if (socket?.connected) return socket
    socket?.close()
    const opened = io(url, { transports: ['websocket'], extraHeaders: { cookie }, reconnection: false, forceNew: true })
    socket = opened
    await new Promise<void>((resolve, reject) => {
      opened.once('ligacoes:abertas', () => resolve())
      opened.once('connect_error', reject)
      setTimeout(() => reject(new Error(`no snapshot in ${patienceMs} ms`)), patienceMs).unref()
    })
    return opened
  }
  return {
    async say({ name, args, acknowledged, raw }: GeneratedEvent): Promise<void> {
      const opened = await connected()
      if (raw !== undefined) opened.io.engine.write(raw)
      else if (acknowledged) opened.emit(name, ...args, () => undefined)
      else opened.emit(name, ...args)
    },
    /** Asks for a snapshot as the wire says and returns it. @throws when the connection ends five times in a row */
    async answers(): Promise<unknown> {
      for (let turn = 0; turn < 5; turn++) {
        const opened = await connected()
        const told = await Promise.race([
          opened.timeout(patienceMs).emitWithAck('ligacoes:sincronizar'),
          new Promise((resolve) => opened.once('disconnect', () => resolve(null))),
        ])
        if (told !== null) return told
      }
      throw new Error('the socket was ended five times in a row')
    },
    close: () => void socket?.close(),
  }
}
