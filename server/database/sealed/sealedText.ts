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

const [idAt, idEnd, contentAt] = [3, 11, 12]
const leastContent = Math.ceil(((ivBytes + tagBytes + 1) * 4) / 3)

/** Whether the bytes are of the form of a sealed text, as far as can be told without a look at its content. */
export const looksSealed = (bytes: Buffer, from: number, to: number): boolean =>
  to - from >= contentAt + leastContent && /^v1\..{8}\.$/s.test(bytes.toString('latin1', from, from + contentAt))

/** The id of the key that a text of that form names. */
export const keyIdAt = (bytes: Buffer, from: number) => bytes.toString('latin1', from + idAt, from + idEnd)

/**
 * Opens a text that `looksSealed` accepts. @throws SealedTextError when a bit of it has changed, or it was sealed with
 * another key or for another place
 */
export function openSealed({ id, secret }: Key, place: string, bytes: Buffer, from: number, to: number): Buffer {
  const spelled = bytes.toString('latin1', from + contentAt, to)
  const content = Buffer.from(spelled, 'base64url')
  try {
    // Node reads other spellings, too, and drops what it cannot read: each content has one spelling only.
    if (content.toString('base64url') !== spelled) throw new Error('it is not spelled as seal spells it')
    const end = content.length - tagBytes
    const opening = createDecipheriv(algorithm, secret, content.subarray(0, ivBytes), tag)
    opening.setAAD(Buffer.from(place)).setAuthTag(content.subarray(end))
    const text = opening.update(content.subarray(ivBytes, end))
    opening.final()
    return text
  } catch {
    throw new SealedTextError(`the sealed text of ${place} was changed, moved, or not sealed with the key ${id}`)
  }
}
