import { createHash, randomBytes } from 'node:crypto'
import type { KnownToken, TokenStore } from './rows/tokens.ts'
import type { Escopo } from './rules.ts'

export const hashToken = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** A new secret: 256 random bits behind `alo_`. Shown once, stored as its hash. */
export const mintToken = () => `alo_${randomBytes(32).toString('base64url')}`

const maxRemembered = 1_000

/**
 * Knows tokens by the hash of their secret, so that comparing leaks no timing. What it remembers is dropped when the
 * database announces a change; the notify path judges the token once more inside its own query, so a revocation acts at
 * once even when the announcement is late.
 */
export function tokenGate(store: TokenStore) {
  const remembered = new Map<string, KnownToken>()
  const uses = new Map<number, Date>()

  async function confirm(secret: string, now: Date): Promise<KnownToken | null> {
    const hash = hashToken(secret)
    const token = await store.byHash(hash, now)
    if (!token) {
      remembered.delete(hash)
      return null
    }
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(hash, token)
    uses.set(token.id, now)
    return token
  }

  return {
    /** Asks the database. */
    confirm,
    /** May answer from memory: only for operations that judge the token again with the database. */
    async presume(secret: string, now: Date): Promise<KnownToken | null> {
      const token = remembered.get(hashToken(secret))
      if (!token || (token.expira_em && token.expira_em <= now)) return confirm(secret, now)
      uses.set(token.id, now)
      return token
    },
    forget: () => remembered.clear(),
    /** Writes the last uses gathered since; called now and then and at shutdown. */
    async flushUses(): Promise<void> {
      if (uses.size === 0) return
      const gathered = new Map(uses)
      uses.clear()
      await store.touch(gathered)
    },
  }
}

export type TokenGate = ReturnType<typeof tokenGate>

/** Whether the token opens operations of this scope. */
export const hasScope = (token: KnownToken, escopo: Escopo) => token.escopos.includes(escopo)
