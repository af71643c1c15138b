import * as z from 'zod'

/** Payloads of NOTIFY are shorter than 8,000 bytes. */
const pieceLength = 7_900

/** What processes say to each other. `said` carries what is none of this folder's business. */
const message = z.discriminatedUnion('kind', [
  /** I am here, and hear from now on; `was` is who I was before my connection was lost. */
  z.object({ kind: z.literal('hello'), was: z.int().nullable() }),
  z.object({ kind: z.literal('here'), to: z.int() }),
  z.object({ kind: z.literal('bye') }),
  z.object({ kind: z.literal('said'), about: z.string(), what: z.unknown() }),
])
export type Message = z.infer<typeof message>

/** Of two payloads that are the same, one transaction's NOTIFY delivers one: no two of a process are. */
let said = 0

/** The message as payloads: who says it, whether more follows, a number, and ASCII, whose bytes are its characters. */
export function piecesOf(from: number, what: Message): string[] {
  const text = JSON.stringify(what).replace(/[\u007f-\uffff]/g, escaped)
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += pieceLength) {
    const more = at + pieceLength < text.length
    pieces.push(`${from}${more ? '+' : '.'}${said++} ${text.slice(at, at + pieceLength)}`)
  }
  return pieces
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

export interface Heard {
  from: number
  /** Null when it cannot be understood: its beginning was not heard. */
  message: Message | null
}

/** Puts the pieces of each sender together, which come in order; null while more is to come. */
export function assembler(): (payload: string) => Heard | null {
  const begun = new Map<number, string>()
  return (payload) => {
    // Processes of a version before send no number.
    const [, sender, mark, text] = /^(\d+)([+.])(?:\d+ )?(.*)$/s.exec(payload) ?? []
    if (text === undefined) return null
    const from = Number(sender)
    const whole = `${begun.get(from) ?? ''}${text}`
    if (mark === '+') {
      begun.set(from, whole)
      return null
    }
    begun.delete(from)
    return { from, message: understood(whole) }
  }
}

function understood(text: string): Message | null {
  try {
    return message.parse(JSON.parse(text))
  } catch {
    return null
  }
}
