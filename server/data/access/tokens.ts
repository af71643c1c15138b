import type { Database } from '../database/open.ts'

export interface KnownToken {
  id: number
  nome: string
  escopos: string[]
  expira_em: Date | null
}

const columns = { id: true, nome: true, escopos: true, expira_em: true } as const

export function tokenStore({ prisma, pool }: Database) {
  return {
    /** The living token with this SHA-256; null when unknown, revoked or expired at `now`. */
    byHash: (hash: string, now: Date): Promise<KnownToken | null> =>
      prisma.token.findFirst({
        where: { hash, revogado_em: null, OR: [{ expira_em: null }, { expira_em: { gt: now } }] },
        select: columns,
      }),
    /** @throws Prisma P2002 when the name is taken */
    create: (token: { nome: string; hash: string; escopos: string[]; expira_em: Date | null }) =>
      prisma.token.create({ data: token, select: columns }),
    list: () => prisma.token.findMany({ orderBy: { id: 'asc' }, omit: { hash: true } }),
    /** False when there is no such token, or it is revoked already. */
    async revoke(nome: string, now: Date): Promise<boolean> {
      const { count } = await prisma.token.updateMany({
        where: { nome, revogado_em: null },
        data: { revogado_em: now },
      })
      return count === 1
    },
    /** Last uses, gathered by the caller, in one statement. */
    async touch(uses: ReadonlyMap<number, Date>): Promise<void> {
      const sql = `UPDATE token t SET ultimo_uso = u.quando FROM unnest($1::int[], $2::timestamptz[]) u (id, quando) WHERE t.id = u.id`
      await pool.query(sql, [[...uses.keys()], [...uses.values()]])
    },
  }
}

export type TokenStore = ReturnType<typeof tokenStore>
