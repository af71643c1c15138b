import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Call, type Line, placeCall } from './call.ts'
import { format, header, type Message, methodOf, parse, statusOf, tagIn, transactionOf } from './message.ts'
import { type Ring, ringing } from './ring.ts'

/** Plays a telephone, or a carrier's trunk, over UDP. */
export interface Telephone {
  number: string
  /** Every incoming call, in order. */
  rings: Ring[]
  /** Registers at the exchange; before that no call reaches the telephone. */
  register(seconds?: number): Promise<void>
  call(target: string, from?: string): Promise<Call>
  close(): Promise<void>
}

interface Where {
  number: string
  /** Port of the exchange, on 127.0.0.1. */
  exchange: number
  /** The local address; the trunk has its own, by which the exchange knows it. */
  host?: string
}

const token = () => randomBytes(8).toString('hex')

export async function telephone({ number, exchange, host = '127.0.0.1' }: Where): Promise<Telephone> {
  const socket = createSocket('udp4').bind(0, host)
  await once(socket, 'listening')
  const { port } = socket.address()
  const own = `sip:${number}@${host}:${port}`
  const rings: Ring[] = []
  const answered = new Map<string, Message>()
  const waiting = new Map<string, (answer: Message) => void>()
  const dialogs = new Map<string, (request: Message) => void>()

  const send = (message: Message) => void socket.send(format(message), exchange, '127.0.0.1')
  const line: Line = {
    host,
    own,
    exchange,
    token,
    send,
    request(method, target, headers, { body = '', branch = `z9hG4bK${token()}`, onAnswer } = {}) {
      const via = `SIP/2.0/UDP ${host}:${port};branch=${branch};rport`
      const more: [string, string][] = body ? [['Content-Type', 'application/sdp']] : []
      const usual: [string, string][] = [
        ['Via', via],
        ['Max-Forwards', '70'],
        ['Contact', `<${own}>`],
      ]
      if (onAnswer) waiting.set(`${branch} ${method}`, onAnswer)
      send({ first: `${method} ${target} SIP/2.0`, headers: [...usual, ...headers, ...more], body })
      return branch
    },
    answer(request, status, more = {}) {
      const kept = ['via', 'from', 'call-id', 'cseq', 'record-route']
      const headers = request.headers.filter(([name]) => kept.includes(name.toLowerCase()))
      const to = header(request, 'To')
      const tag = tagIn(to) || status === '100 Trying' ? '' : `;tag=${more.tag ?? token()}`
      const type: [string, string][] = more.body ? [['Content-Type', 'application/sdp']] : []
      const contact: [string, string] = ['Contact', more.contact ?? `<${own}>`]
      const message = {
        first: `SIP/2.0 ${status}`,
        headers: [...headers, ['To', to + tag], contact, ...type],
        body: more.body ?? '',
      } satisfies Message
      answered.set(transactionOf(request), message)
      send(message)
    },
    dialogs,
  }

  socket.on('message', (bytes) => {
    const message = parse(bytes.toString('utf8'))
    const method = methodOf(message)
    if (method === null) return waiting.get(transactionOf(message))?.(message)
    const callId = header(message, 'Call-ID')
    if (method === 'ACK') return
    // A retransmitted request gets the same answer again and has no second effect.
    const before = answered.get(transactionOf(message))
    if (before) return send(before)
    const dialog = dialogs.get(callId)
    if (dialog) return dialog(message)
    if (method === 'INVITE') return void rings.push(ringing(line, message))
    line.answer(message, method === 'OPTIONS' ? '200 OK' : '481 Call/Transaction Does Not Exist')
  })

  const callId = token()
  let cseq = 0
  const register = (seconds = 3_600) =>
    new Promise<void>((resolve, reject) => {
      const failed = setTimeout(() => reject(new Error(`${number} could not register: no answer`)), 5_000)
      const uri = `<sip:${number}@127.0.0.1:${exchange}>`
      cseq += 1
      const headers: [string, string][] = [
        ['From', `${uri};tag=${token()}`],
        ['To', uri],
        ['Call-ID', callId],
        ['CSeq', `${cseq} REGISTER`],
        ['Expires', `${seconds}`],
      ]
      const onAnswer = (answer: Message) => {
        clearTimeout(failed)
        if (statusOf(answer) === 200) resolve()
        else reject(new Error(`${number} could not register: ${answer.first}`))
      }
      line.request('REGISTER', `sip:127.0.0.1:${exchange}`, headers, { onAnswer })
    })

  return {
    number,
    rings,
    register,
    call: (target, from = `<sip:${number}@127.0.0.1>`) => placeCall(line, target, from),
    async close() {
      if (cseq > 0) await register(0)
      socket.close()
    },
  }
}
