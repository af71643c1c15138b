import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomFillSync,
} from 'node:crypto'

/** A key and its id, which every text sealed with it names. */
export interface Key {
  id: string
  secret: KeyObject
}

/** A text that is sealed and cannot be opened, or should be sealed and is not. Says where it stands, never what it holds. */
export class SealedTextError extends Error {
  override readonly name = 'SealedTextError'
}

const algorithm = 'aes-256-gcm'
export const keyBytes = 32
const [ivBytes, tagBytes] = [12, 16]
const tag = { authTagLength: tagBytes }

/** The id is no secret, and tells nothing of the key: docs/decisions/0057. */
export function keyOf(bytes: Buffer): Key {
  const id = createHmac('sha256', bytes).update('alo: id of a key').digest('hex').slice(0, 8)
  return { id, secret: createSecretKey(bytes) }
}

/** The beginning of every text that is sealed with the key of that id. */
export const beginningOf = (id: string) => `v1.${id}.`

/**
 * `v1.<key id>.<base64url of iv, cipher text and tag>` by AES-256-GCM, bound to `place`: it opens nowhere else. The
 * empty text stays empty, since it holds nothing.
 */
export function seal({ id, secret }: Key, place: string, text: string): string {
  if (text === '') return ''
  const iv = nextIv()
  const cipher = createCipheriv(algorithm, secret, iv, tag).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${beginningOf(id)}${sealed.toString('base64url')}`
}

const ivs = Buffer.alloc(ivBytes * 256)
let ivAt = ivs.length

/** Gets random bytes for many texts at a time: a call to the system for each takes longer than the sealing. */
function nextIv(): Buffer {
  if (ivAt === ivs.length) {
    randomFillSync(ivs)
    ivAt = 0
  }
  ivAt += ivBytes
  return ivs.subarray(ivAt - ivBytes, ivAt)
}

const [letterV, digitOne, dot] = [0x76, 0x31, 0x2e]
const [idAt, idEnd, contentAt] = [3, 11, 12]
const leastContent = Math.ceil(((ivBytes + tagBytes + 1) * 4) / 3)

/** Whether the bytes are of the form of a sealed text, as far as can be told without a look at its content. */
export const looksSealed = (bytes: Uint8Array, from: number, to: number): boolean =>
  to - from >= contentAt + leastContent &&
  bytes[from] === letterV &&
  bytes[from + 1] === digitOne &&
  bytes[from + 2] === dot &&
  bytes[from + idEnd] === dot

/** The id of the key that a text of that form names. */
export const keyIdAt = (bytes: Buffer, from: number) => bytes.toString('latin1', from + idAt, from + idEnd)

const unknown = 0xff
const sextets = new Uint8Array(256).fill(unknown)
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].entries())
  sextets[letter.charCodeAt(0)] = value

let content = Buffer.allocUnsafeSlow(1024)

/** Reads base64url into `content`; gives its length, 0 for what is not spelled as `seal` spells it. */
function readContent(bytes: Uint8Array, from: number, to: number): number {
  if (content.length < to - from) content = Buffer.allocUnsafeSlow((to - from) * 2)
  let [held, bits, length] = [0, 0, 0]
  for (let at = from; at < to; at++) {
    const sextet = sextets[bytes[at] ?? 0] ?? unknown
    if (sextet === unknown) return 0
    held = (held << 6) | sextet
    bits += 6
    if (bits < 8) continue
    bits -= 8
    content[length++] = held >> bits
    held &= (1 << bits) - 1
  }
  // The unused bits at the end must be zero, so that each content has one spelling only.
  return held === 0 && bits < 6 ? length : 0
}

/**
 * Opens a text that `looksSealed` accepts. @throws SealedTextError when a bit of it has changed, or it was sealed with
 * another key or for another place
 */
export function openSealed({ id, secret }: Key, place: string, bytes: Buffer, from: number, to: number): Buffer {
  const end = readContent(bytes, from + contentAt, to)
  try {
    if (end <= ivBytes + tagBytes) throw new Error('it is cut short')
    const opening = createDecipheriv(algorithm, secret, content.subarray(0, ivBytes), tag)
    opening.setAAD(Buffer.from(place)).setAuthTag(content.subarray(end - tagBytes, end))
    const text = opening.update(content.subarray(ivBytes, end - tagBytes))
    opening.final()
    return text
  } catch {
    throw new SealedTextError(`the sealed text of ${place} was changed, moved, or not sealed with the key ${id}`)
  }
}
