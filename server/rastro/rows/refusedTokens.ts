import type { Database } from '../../database/database.ts'

/** By the SHA-256 of their secret: the names of those tokens that are revoked or expired, and which it is. */
export async function reasonsOf({ prisma }: Database, hashes: string[]) {
  const rows = await prisma.token.findMany({
    where: { hash: { in: hashes } },
    select: { hash: true, nome: true, revogado_em: true },
  })
  return new Map(
    rows.map(({ hash, nome, revogado_em }) => [hash, { nome, motivo: revogado_em ? 'revogado' : 'vencido' }]),
  )
}
