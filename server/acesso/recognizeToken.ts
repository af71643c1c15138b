import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { gather } from '../database/gather.ts'
import { type Desk, perDesk } from '../desk.ts'
import { type KnownToken, tokensByHash, touchTokens } from './rows/tokens.ts'

/** Tokens are known by the SHA-256 of their secret, so that comparing leaks no timing. */
export const hashToken = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** A new secret: 256 random bits behind `alo_`. Shown once, stored as its hash. */
export const mintToken = () => `alo_${randomBytes(32).toString('base64url')}`

/** Living tokens by their hash, dropped when the database announces a change; and last uses, until they are written. */
const memoryOf = perDesk(() => ({
  known: new LRUCache<string, KnownToken>({ max: 1_000 }),
  uses: new Map<number, Date>(),
}))

/**
 * Judgings of many secrets share their statements: however many unknown ones come at once, they take one connection and
 * leave the others to the calls. Each is judged by a statement that began after it came.
 */
const askOf = perDesk((desk) =>
  gather(async (hashes: string[]) => {
    const found = await tokensByHash(desk.database, hashes, desk.now())
    return hashes.map((hash) => found.get(hash) ?? null)
  }, 500),
)

/** The living token with this secret, asked of the database; null when unknown, revoked or expired. */
export async function confirmToken(desk: Desk, secret: string): Promise<KnownToken | null> {
  const { known, uses } = memoryOf(desk)
  const [hash, now] = [hashToken(secret), desk.now()]
  const token = await askOf(desk)(hash)
  if (!token) {
    known.delete(hash)
    return null
  }
  known.set(hash, token)
  uses.set(token.id, now)
  return token
}

/**
 * The same, perhaps from memory: only for use cases that judge the token again with the database, so that a revocation
 * acts at once even when its announcement is late.
 */
export async function presumeToken(desk: Desk, secret: string): Promise<KnownToken | null> {
  const { known, uses } = memoryOf(desk)
  const now = desk.now()
  const token = known.get(hashToken(secret))
  if (!token || (token.expira_em && token.expira_em <= now)) return confirmToken(desk, secret)
  uses.set(token.id, now)
  return token
}

export const forgetTokens = (desk: Desk) => memoryOf(desk).known.clear()

/** Writes the last uses gathered since; called now and then and at shutdown. */
export async function flushTokenUses(desk: Desk): Promise<void> {
  const { uses } = memoryOf(desk)
  if (uses.size === 0) return
  const gathered = new Map(uses)
  uses.clear()
  await touchTokens(desk.database, gathered)
}
