import { type AuditEntry, recordAuditoria } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import { gather } from '../../database/gather.ts'
import { among, cast, column, db, eb, type Place, type RowOf, statement } from '../../database/statement.ts'
import { type Desk, perDesk } from '../../desk.ts'
import type { Sessao } from '../wire.ts'

const hour = 3_600_000

/**
 * A session is living if it ends after `now` and began between `after` and `until`: all others are over, however much
 * they are used. `until` is a day ahead: a session that is dated later was begun before the clock was set back.
 * docs/interface.md: Sessions, The clock.
 */
function livingSessions({ config, now }: Desk) {
  const instant = now().getTime()
  return {
    now: new Date(instant),
    after: new Date(instant - config.sessionMaxHours * hour),
    until: new Date(instant + 24 * hour),
  }
}
type Living = ReturnType<typeof livingSessions>

const isLiving = (the: Place<Living>) =>
  eb.and([
    eb(column('sessao', 's', 'expira_em'), '>', the('now')),
    eb(column('sessao', 's', 'criado_em'), '>', the('after')),
    eb(column('sessao', 's', 'criado_em'), '<=', the('until')),
  ])

const expired = statement('sessao_end_expired', (the: Place<Living>) =>
  db.deleteFrom('sessao as s').where(eb.not(isLiving(the))),
)

/** Ends the sessions whose time is over. As with every end of a session, its sockets end too. */
export const endExpiredSessoes = async (desk: Desk): Promise<void> =>
  void (await desk.database.run(expired, livingSessions(desk)))

const held = statement('sessao_held', (the: Place<Living & { tokens: string[] }>) =>
  db
    .selectFrom('sessao as s')
    .innerJoin('usuario as u', 'u.id', 's.usuario_id')
    .select(['s.token', 's.id as sessaoId', 's.expira_em', 'u.id as usuarioId', 'u.usuario', 'u.nome', 'u.papel'])
    .select(['u.ramal', 'u.identificador_interno'])
    .where(among(column('sessao', 's', 'token'), cast(the('tokens'), 'text[]')))
    .where(isLiving(the))
    .where('u.desativado', 'is not', true),
)

export type HeldSession = RowOf<typeof held>

const gathered = perDesk((desk) =>
  gather(async (tokens: string[]) => {
    const rows = await desk.database.run(held, { tokens, ...livingSessions(desk) })
    const byToken = new Map(rows.map((row) => [row.token, row]))
    return tokens.map((token) => byToken.get(token) ?? null)
  }, 64),
)

/**
 * The living session of a token and its user; null also for a disabled user. Concurrent look-ups share a round trip.
 */
export const findHeldSession = (desk: Desk, token: string): Promise<HeldSession | null> => gathered(desk)(token)

/** `isLiving`, for Prisma's client. */
export function whereLiving(desk: Desk) {
  const { now, after, until } = livingSessions(desk)
  return { expiresAt: { gt: now }, createdAt: { gt: after, lte: until } }
}

/** A person's living sessions, the latest first; `sessaoId` is the session that asks. */
export async function listSessoes(
  desk: Desk,
  { usuarioId, sessaoId }: { usuarioId: number; sessaoId: number },
): Promise<Sessao[]> {
  const rows = await desk.database.prisma.sessao.findMany({
    where: { userId: usuarioId, ...whereLiving(desk) },
    orderBy: { createdAt: 'desc' },
  })
  return rows.map(({ id, createdAt, ipAddress, userAgent }) => ({
    id,
    criada_em: createdAt.toISOString(),
    ip: ipAddress || null,
    navegador: userAgent || null,
    atual: id === sessaoId,
  }))
}

/** Ends one session of a person, or all of them; with `entry`, on record if any ended. Returns how many ended. */
export const endSessoes = (
  { prisma }: Database,
  { usuarioId: userId, id }: { usuarioId: number; id?: number | undefined },
  entry?: AuditEntry,
): Promise<number> =>
  prisma.$transaction(async (tx) => {
    const { count } = await tx.sessao.deleteMany({ where: { userId, ...(id !== undefined && { id }) } })
    if (entry && count > 0)
      await recordAuditoria({ prisma: tx }, { ...entry, detalhes: { ...entry.detalhes, encerradas: count } })
    return count
  })

export const endSessaoOf = async ({ prisma }: Database, token: string): Promise<void> =>
  void (await prisma.sessao.deleteMany({ where: { token } }))
