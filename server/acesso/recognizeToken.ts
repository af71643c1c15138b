import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { gather } from '../database/gather.ts'
import { type Desk, perDesk } from '../desk.ts'
import { addressOf } from '../http/address.ts'
import { type Attempts, countOrigins } from './attempts.ts'
import {
  type KnownToken,
  livingHashes,
  type TokenUse,
  tokensByHash,
  tokensUnchanged,
  touchTokens,
} from './rows/tokens.ts'

/** Tokens are known by the SHA-256 of their secret, so that comparing leaks no timing. */
export const hashToken = (secret: string) => hash('sha256', secret, 'hex')

/** A new secret: 256 random bits behind `alo_`. Shown once, stored as its hash. */
export const mintToken = () => `alo_${randomBytes(32).toString('base64url')}`

/** Maximum age of the cached hashes of all living tokens. */
const hashesLifetimeMs = 1_000

/** How long a token that is asked for often is trusted without a query. A revocation waits twice as long before its commit. */
const leaseMs = 50

interface Memory {
  known: LRUCache<string, KnownToken>
  /** When the lease of each token ends, by `performance.now`. */
  leases: WeakMap<KnownToken, number>
  askedAt: number
  /** Hashes that no living token has. */
  unknown: LRUCache<string, true>
  living: { at: number; hashes: Promise<ReadonlySet<string>> } | undefined
  /** Grows with each announcement: the answer to a query that began before it is not cached. */
  age: number
  failures: Attempts
  uses: Map<number, TokenUse>
}

/** Tokens by their hash, dropped when the database announces a change; and last uses, until they are written. */
const memoryOf = perDesk(
  ({ config }): Memory => ({
    known: new LRUCache({ max: 1_000 }),
    leases: new WeakMap(),
    askedAt: Number.NEGATIVE_INFINITY,
    unknown: new LRUCache({ max: 10_000, ttl: 60_000, ttlResolution: 0 }),
    living: undefined,
    age: 0,
    failures: countOrigins(config.failedTokensPerMinute),
    uses: new Map(),
  }),
)

/**
 * Lookups are batched: however many unknown tokens arrive at once, they use one connection and leave the others to the
 * calls. Each lookup's statement begins after its request arrived. Lookups that follow each other within `leaseMs` give
 * leases. First a query asks whether any token is being changed, then the tokens are read; the lease counts from before
 * both: decision 0088.
 */
const askOf = perDesk((desk) =>
  gather(async (hashes: string[]) => {
    const memory = memoryOf(desk)
    const began = performance.now()
    const thick = began - memory.askedAt < leaseMs
    memory.askedAt = began
    const leaseEnd = thick && (await tokensUnchanged(desk.database)) ? began + leaseMs : 0
    const found = await tokensByHash(desk.database, hashes, desk.now())
    return hashes.map((hash) => ({ token: found.get(hash) ?? null, leaseEnd }))
  }, 500),
)

/** `wait`: seconds until unknown tokens from this address are looked up again, after too many failures. */
type Recognition = { token: KnownToken } | { token: null; wait: number }

/**
 * The living token with this secret; null when unknown, revoked or expired. With `presumed` it may come from the cache.
 * That is only for use cases that check the token again in the database: there a revocation acts at once, even when its
 * announcement is late.
 *
 * Past the limit of failures of its address, a secret is looked up only if a cached hash matches: guessing costs the
 * database nothing, and good tokens from that address still work. docs/interface.md: Authorization.
 */
export async function recognizeToken(
  desk: Desk,
  secret: string,
  { ip, presumed }: { ip: string; presumed: boolean },
): Promise<Recognition> {
  const memory = memoryOf(desk)
  const [hashed, age] = [hashToken(secret), memory.age]
  const remembered = memory.known.get(hashed)
  if (remembered && (presumed ? !isExpired(desk, remembered) : isLeased(desk, remembered))) return { token: remembered }

  const wait = memory.failures.take(ip)
  if (wait > 0 && !remembered && !(await isLiving(desk, hashed))) return { token: null, wait }
  const { token, leaseEnd } = memory.unknown.has(hashed) ? { token: null, leaseEnd: 0 } : await askOf(desk)(hashed)
  if (token && wait === 0) memory.failures.giveBack(ip)
  if (!token) memory.known.delete(hashed)
  if (memory.age === age) {
    if (token) {
      memory.known.set(hashed, token)
      memory.leases.set(token, leaseEnd)
    } else memory.unknown.set(hashed, true)
  }
  return token ? { token } : { token, wait: 0 }
}

const isExpired = (desk: Desk, { expira_em }: KnownToken) => expira_em !== null && expira_em <= desk.now()

/**
 * Whether a recognized token is alive at this instant, without a query. False also where that is unknown. By the time any
 * process commits a change of the token, this is false, even if the announcement is lost.
 */
export const isLeased = (desk: Desk, token: KnownToken): boolean =>
  performance.now() < (memoryOf(desk).leases.get(token) ?? 0) && !isExpired(desk, token)

/** Whether a living token has the hash, at most one second out of date. Concurrent callers share one query. */
async function isLiving(desk: Desk, hash: string): Promise<boolean> {
  const memory = memoryOf(desk)
  const at = performance.now()
  if (!memory.living || at - memory.living.at > hashesLifetimeMs) {
    const asked = { at, hashes: livingHashes(desk.database, desk.now()) }
    memory.living = asked
    asked.hashes.catch(() => {
      if (memory.living === asked) memory.living = undefined
    })
  }
  return (await memory.living.hashes).has(hash)
}

/** Empties the cache. */
export function forgetTokens(desk: Desk): void {
  const memory = memoryOf(desk)
  memory.age += 1
  memory.known.clear()
  memory.leases = new WeakMap()
  memory.unknown.clear()
  memory.living = undefined
}

export const noteTokenUse = (desk: Desk, { id }: KnownToken, ip: string) =>
  void memoryOf(desk).uses.set(id, { quando: desk.now(), ip: addressOf(ip) })

/** Writes the last uses noted since the last flush. */
export async function flushTokenUses(desk: Desk): Promise<void> {
  const { uses } = memoryOf(desk)
  if (uses.size === 0) return
  const gathered = new Map(uses)
  uses.clear()
  try {
    await touchTokens(desk.database, gathered)
  } catch (error) {
    // Retried with the next flush, except for tokens used since.
    for (const [id, use] of gathered) if (!uses.has(id)) uses.set(id, use)
    throw error
  }
}
