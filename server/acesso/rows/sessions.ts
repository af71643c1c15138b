import type { Database } from '../../database/database.ts'
import { db, type Place, statement, truth } from '../../database/statement.ts'
import type { Desk } from '../../desk.ts'

/** Sessions that began up to then are over, however much they are used. docs/interface.md: Sessions. */
export const sessionsBefore = ({ config, now }: Desk) => new Date(now().getTime() - config.sessionMaxHours * 3_600_000)

const expired = statement('sessao_end_expired', (the: Place<{ now: Date; before: Date }>) =>
  db.deleteFrom('sessao').where(truth`expira_em <= ${the('now')} or criado_em <= ${the('before')}`),
)

/** Ends the sessions whose time is over. As with every end of a session, its sockets end too. */
export const endExpiredSessoes = async (desk: Desk): Promise<void> =>
  void (await desk.database.run(expired, { now: desk.now(), before: sessionsBefore(desk) }))

/** A person's living sessions, the latest first. */
export const listSessoes = (desk: Desk, usuarioId: number) =>
  desk.database.prisma.sessao.findMany({
    where: { userId: usuarioId, expiresAt: { gt: desk.now() }, createdAt: { gt: sessionsBefore(desk) } },
    orderBy: { createdAt: 'desc' },
    select: { id: true, createdAt: true, updatedAt: true, ipAddress: true, userAgent: true },
  })

/** Ends sessions of one person: the one named, or all of them. Gives how many. */
export async function endSessoes({ prisma }: Database, of: { usuarioId: number; id?: number }): Promise<number> {
  const { usuarioId: userId, ...which } = of
  return (await prisma.sessao.deleteMany({ where: { userId, ...which } })).count
}
