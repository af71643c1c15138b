import { header, type Message, methodOf, silence, statusOf, tagIn, uriIn } from './message.ts'

/** What a call needs from its telephone to send and receive messages. */
export interface Line {
  host: string
  /** The telephone's own SIP address. */
  own: string
  exchange: number
  token(): string
  send(message: Message): void
  request(
    method: string,
    target: string,
    headers: [string, string][],
    more?: { body?: string; branch?: string; onAnswer?: (answer: Message) => void },
  ): string
  answer(request: Message, status: string, more?: { tag?: string; body?: string; contact?: string }): void
  /** By Call-ID: the handler of requests that belong to the call. */
  dialogs: Map<string, (request: Message) => void>
}

/** An answered call. */
export interface Dialog {
  callId: string
  localTag: string
  remoteTag: string
  hangUp(): void
  /** Transfers the other end to a number, or into the conversation `into` (attended transfer). */
  transfer(number: string, into?: Dialog): void
}

interface Ends {
  callId: string
  local: string
  remote: string
  target: string
  cseq?: number
  onOver: () => void
}

export function dialogOf(line: Line, { callId, local, remote, target, cseq = 1, onOver }: Ends): Dialog {
  let last = cseq
  const within = (method: string, more: [string, string][] = []) => {
    last += 1
    const headers: [string, string][] = [
      ['From', local],
      ['To', remote],
      ['Call-ID', callId],
      ['CSeq', `${last} ${method}`],
    ]
    line.request(method, target, [...headers, ...more])
  }
  const over = () => {
    onOver()
    // Later requests for this call get the answer for an unknown call (481).
    line.dialogs.delete(callId)
  }
  line.dialogs.set(callId, (request) => {
    const method = methodOf(request)
    line.answer(request, '200 OK', method === 'INVITE' || method === 'UPDATE' ? { body: silence(line.host) } : {})
    if (method === 'BYE') over()
  })
  const dialog: Dialog = {
    callId,
    localTag: tagIn(local) ?? '',
    remoteTag: tagIn(remote) ?? '',
    hangUp() {
      within('BYE')
      over()
    },
    transfer(number, into) {
      const replaced = into && encodeURIComponent(`${into.callId};to-tag=${into.remoteTag};from-tag=${into.localTag}`)
      const to = `<sip:${number}@127.0.0.1:${line.exchange}${replaced ? `?Replaces=${replaced}` : ''}>`
      within('REFER', [
        ['Refer-To', to],
        ['Referred-By', `<${line.own}>`],
      ])
    },
  }
  return dialog
}

/** An outgoing call. */
export interface Call {
  /** The status of the last answer: 180, 200, 486… */
  status: number
  dialog: Dialog | null
  over: boolean
  /** Cancels the call before anybody answers. */
  giveUp(): void
}

/**
 * Dials `target` with `from` as the From header. Resolves with the exchange's first answer. @throws after 5 s without
 * one
 */
export function placeCall(line: Line, target: string, from: string): Promise<Call> {
  const callId = line.token()
  const uri = `sip:${target}@127.0.0.1:${line.exchange}`
  const local = `${from};tag=${line.token()}`
  const call: Call = { status: 0, dialog: null, over: false, giveUp: () => undefined }
  const same: [string, string][] = [
    ['From', local],
    ['To', `<${uri}>`],
    ['Call-ID', callId],
  ]
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no answer to a call to ${target}`)), 5_000)
    const onAnswer = (answer: Message) => {
      clearTimeout(late)
      call.status = statusOf(answer)
      resolve(call)
      if (call.status < 200) return
      const remote = header(answer, 'To')
      const good = call.status < 300
      const contact = uriIn(header(answer, 'Contact')) || uri
      const ack: [string, string][] = [
        ['From', local],
        ['To', remote],
        ['Call-ID', callId],
        ['CSeq', '1 ACK'],
      ]
      // The ACK of a refusal belongs to the INVITE's transaction, so it has the same branch.
      line.request('ACK', good ? contact : uri, ack, good ? {} : { branch })
      if (!good) call.over = true
      else
        call.dialog ??= dialogOf(line, {
          ...{ callId, local, remote, target: contact },
          onOver: () => {
            call.over = true
          },
        })
    }
    const branch = line.request('INVITE', uri, [...same, ['CSeq', '1 INVITE']], { body: silence(line.host), onAnswer })
    call.giveUp = () => void line.request('CANCEL', uri, [...same, ['CSeq', '1 CANCEL']], { branch })
  })
}
