import { type Dialog, dialogOf, type Line } from './call.ts'
import { header, type Message, methodOf, silence, uriIn } from './message.ts'

type RingState = 'ringing' | 'answered' | 'cancelled' | 'refused' | 'over'

/** An incoming call at a telephone. It rings at once, until it is answered, refused, forwarded or cancelled. */
export interface Ring {
  /** `performance.now()` of the telephone's first ring. */
  at: number
  state: RingState
  /** The number that the display shows. */
  from: string
  /** The Reason header of the exchange's CANCEL. */
  reason: string
  answer(): Dialog
  busy(): void
  /** Answers "302 Moved Temporarily": the telephone forwards the call to a number. */
  forward(number: string): void
  /** Null until the call is answered. */
  dialog: Dialog | null
}

export function ringing(line: Line, invite: Message): Ring {
  const tag = line.token()
  const callId = header(invite, 'Call-ID')
  const from = header(invite, 'From')
  const ring: Ring = {
    at: performance.now(),
    state: 'ringing',
    from: /sip:([^@>]*)@/.exec(from)?.[1] ?? '',
    reason: '',
    dialog: null,
    answer() {
      line.answer(invite, '200 OK', { tag, body: silence(line.host) })
      ring.state = 'answered'
      ring.dialog = dialogOf(line, {
        callId,
        local: `${header(invite, 'To')};tag=${tag}`,
        remote: from,
        target: uriIn(header(invite, 'Contact')),
        onOver: () => {
          ring.state = 'over'
        },
      })
      return ring.dialog
    },
    busy() {
      ring.state = 'refused'
      line.answer(invite, '486 Busy Here', { tag })
      line.dialogs.delete(callId)
    },
    forward(number) {
      ring.state = 'refused'
      line.answer(invite, '302 Moved Temporarily', { tag, contact: `<sip:${number}@127.0.0.1:${line.exchange}>` })
      line.dialogs.delete(callId)
    },
  }
  line.dialogs.set(callId, (request) => {
    if (methodOf(request) !== 'CANCEL' || ring.state !== 'ringing') return line.answer(request, '200 OK')
    ring.state = 'cancelled'
    ring.reason = header(request, 'Reason')
    line.answer(request, '200 OK', { tag })
    line.answer(invite, '487 Request Terminated', { tag })
    line.dialogs.delete(callId)
  })
  line.answer(invite, '100 Trying')
  line.answer(invite, '180 Ringing', { tag })
  return ring
}
