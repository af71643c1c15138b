import * as z from 'zod'

/** Payloads of NOTIFY are shorter than 8,000 bytes. */
const pieceLength = 7_900

/** The messages between processes. `said` carries content that only the listener of its topic (`about`) understands. */
const message = z.discriminatedUnion('kind', [
  /** A process is here and hears from now on; `was` is the number that it had before its connection was lost. */
  z.object({ kind: z.literal('hello'), was: z.int().nullable() }),
  z.object({ kind: z.literal('here'), to: z.int() }),
  z.object({ kind: z.literal('bye') }),
  z.object({ kind: z.literal('said'), about: z.string(), what: z.unknown() }),
])
export type Message = z.infer<typeof message>

/** Makes every payload of this process unique: of two equal payloads in one transaction, NOTIFY delivers only one. */
let said = 0

/**
 * The message as payloads: the sender's number, `+` if another piece follows or `.`, the payload's number, and the text
 * in ASCII, whose length in bytes is its length in characters.
 */
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
  /** Null when it cannot be parsed, because its first pieces were missed. */
  message: Message | null
}

/** Joins the pieces of each sender, which arrive in order. Returns null while more pieces are to come. */
export function assembler(): (payload: string) => Heard | null {
  const begun = new Map<number, string>()
  return (payload) => {
    const [, sender, mark, text] = /^(\d+)([+.])\d+ (.*)$/s.exec(payload) ?? []
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
