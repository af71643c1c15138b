import type { Database } from '../../database/database.ts'

/** The tokens with these hashes (SHA-256 of the secret), by hash: their names, and whether revoked or expired. */
export async function reasonsOf({ prisma }: Database, hashes: string[]) {
  const rows = await prisma.token.findMany({
    where: { hash: { in: hashes } },
    select: { hash: true, nome: true, revogado_em: true },
  })
  return new Map(
    rows.map(({ hash, nome, revogado_em }) => [hash, { nome, motivo: revogado_em ? 'revogado' : 'vencido' }]),
  )
}
