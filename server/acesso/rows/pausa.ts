import type { Database } from '../../database/database.ts'
import { cast, db, type Place, statement } from '../../database/statement.ts'
import type { MotivoPausa, Pausa, PausaDoColega } from '../wire.ts'

const present = ({ motivo, desde }: { motivo: MotivoPausa; desde: Date }): Pausa => ({
  motivo,
  desde: desde.toISOString(),
})

/** The pause that a user is in; null for none. */
export async function pausaOf({ prisma }: Database, usuario_id: number): Promise<Pausa | null> {
  const row = await prisma.pausa.findFirst({ where: { usuario_id, ate: null }, orderBy: { id: 'desc' } })
  return row && present(row)
}

/**
 * Begins a pause; of another reason it is another one, and ends the one before. False when the user is in such a one
 * already. A user is in one pause at most, so that of two tabs at once one begins it.
 */
export const beginPausa = (
  { prisma }: Database,
  { usuario_id, motivo, now }: { usuario_id: number; motivo: MotivoPausa; now: Date },
): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    if (await tx.pausa.findFirst({ where: { usuario_id, ate: null, motivo } })) return false
    // Of this reason there may be one by now: another tab's, which stays.
    await tx.pausa.updateMany({ where: { usuario_id, ate: null, motivo: { not: motivo } }, data: { ate: now } })
    const { count } = await tx.pausa.createMany({ data: [{ usuario_id, motivo, desde: now }], skipDuplicates: true })
    return count > 0
  })

/** Ends the pause that a user is in; false when there is none. */
export async function endPausa({ prisma }: Database, usuario_id: number, now: Date): Promise<boolean> {
  return (await prisma.pausa.updateMany({ where: { usuario_id, ate: null }, data: { ate: now } })).count > 0
}

const left = statement('pausa_end_left', (the: Place<{ now: Date }>) =>
  db
    .updateTable('pausa as p')
    .set({ ate: the('now') })
    .where('p.ate', 'is', null)
    .where(({ not, exists, selectFrom }) => {
      const sessoes = selectFrom('sessao as s').select('s.id').whereRef('s.usuario_id', '=', 'p.usuario_id')
      return not(exists(sessoes.where('s.expira_em', '>', the('now'))))
    })
    .returning('p.usuario_id'),
)

/** Ends the pauses of those who are signed in nowhere any more; gives whose. */
export const endLeftPausas = async ({ run }: Database, now: Date): Promise<number[]> =>
  (await run(left, { now })).map(({ usuario_id }) => usuario_id)

/** Who is in a pause, the longest first. */
export async function openPausas({ prisma }: Database): Promise<PausaDoColega[]> {
  const rows = await prisma.pausa.findMany({
    where: { ate: null },
    orderBy: [{ desde: 'asc' }, { id: 'asc' }],
    select: { motivo: true, desde: true, usuario: { select: { id: true, nome: true, ramal: true } } },
  })
  return rows.map(({ usuario, ...pausa }) => ({ ...present(pausa), usuario }))
}

const old = statement('pausa_forget', (the: Place<{ before: Date; most: number }>) =>
  db
    .deleteFrom('pausa')
    .where('id', 'in', (of) =>
      of
        .selectFrom('pausa as p')
        .select('p.id')
        .where('p.ate', '<', the('before'))
        .orderBy('p.ate')
        .limit(cast(the('most'), 'int')),
    )
    .returning('id'),
)

/** Deletes pauses that ended before an instant, at most so many; gives how many. */
export const forgetPausas = async ({ run }: Database, before: Date, most: number): Promise<number> =>
  (await run(old, { before, most })).length
