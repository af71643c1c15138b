import type { Database } from '../../database/database.ts'
import { MotivoPausa as KnownBefore } from '../../database/generated/enums.ts'
import type { Prisma } from '../../database/generated/prisma/client.ts'
import { build, db, none, type Place, statement } from '../../database/statement.ts'
import type { Pausa, PausaDoColega } from '../wire.ts'

/** The columns of a pause that tell its reason. */
export const motivo = { motivo: true, motivo_codigo: true, motivo_da_pausa: { select: { nome: true } } } as const
type Motivo = Prisma.PausaGetPayload<{ select: typeof motivo }>

const namesBefore: Record<KnownBefore, string> = {
  banheiro: 'Banheiro',
  almoco: 'Almoço',
  reuniao: 'Reunião',
  treinamento: 'Treinamento',
  outro: 'Outro motivo',
}
/** The reason as people read it. */
export const nomeOf = ({ motivo, motivo_da_pausa }: Motivo) => motivo_da_pausa?.nome ?? namesBefore[motivo]

const present = ({ desde, ...row }: Motivo & { desde: Date }): Pausa => ({
  motivo: row.motivo_codigo ?? row.motivo,
  nome: nomeOf(row),
  desde: desde.toISOString(),
})

/** The pause that a user is in; null for none. */
export async function pausaOf({ prisma }: Database, usuario_id: number): Promise<Pausa | null> {
  const where = { usuario_id, ate: null }
  const row = await prisma.pausa.findFirst({ where, orderBy: { id: 'desc' }, select: { ...motivo, desde: true } })
  return row && present(row)
}

const isKnownBefore = (codigo: string): codigo is KnownBefore => Object.hasOwn(KnownBefore, codigo)

/**
 * Begins a pause, and ends one with another reason. Does nothing when the user is in a pause with this reason already.
 * A unique index allows each user one open pause, so that of two tabs at once one begins it. False for a reason that is
 * not in use.
 */
export const beginPausa = (
  { prisma }: Database,
  { usuario_id, codigo, now }: { usuario_id: number; codigo: string; now: Date },
): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    if (await tx.pausa.findFirst({ where: { usuario_id, ate: null, motivo_codigo: codigo } })) return true
    if (!(await tx.motivoDePausa.findFirst({ where: { codigo, ativo: true } }))) return false
    // Another tab may have begun a pause with this reason by now: it stays.
    const another = { OR: [{ motivo_codigo: null }, { motivo_codigo: { not: codigo } }] }
    await tx.pausa.updateMany({ where: { usuario_id, ate: null, ...another }, data: { ate: now } })
    const data = {
      usuario_id,
      motivo: isKnownBefore(codigo) ? codigo : 'outro',
      motivo_codigo: codigo,
      desde: now,
    } as const
    await tx.pausa.createMany({ data: [data], skipDuplicates: true })
    return true
  })

/** Ends the pause that a user is in. */
export async function endPausa({ prisma }: Database, usuario_id: number, now: Date): Promise<void> {
  await prisma.pausa.updateMany({ where: { usuario_id, ate: null }, data: { ate: now } })
}

const left = statement('pausa_end_left', (the: Place<{ now: Date }>) =>
  db
    .updateTable('pausa as p')
    .set({ ate: the('now') })
    .where('p.ate', 'is', null)
    .where(({ selectFrom }) => {
      const sessoes = selectFrom('sessao as s').select('s.id').whereRef('s.usuario_id', '=', 'p.usuario_id')
      return none(sessoes.where('s.expira_em', '>', the('now')))
    })
    .returning('p.usuario_id'),
)

/** Ends the pauses of users who are signed in nowhere any more; returns their ids. */
export const endLeftPausas = async ({ run }: Database, now: Date): Promise<number[]> =>
  (await run(left, { now })).map(({ usuario_id }) => usuario_id)

/** Who is in a pause, the longest first. */
export async function openPausas({ prisma }: Database): Promise<PausaDoColega[]> {
  const rows = await prisma.pausa.findMany({
    where: { ate: null },
    orderBy: [{ desde: 'asc' }, { id: 'asc' }],
    select: { ...motivo, desde: true, usuario: { select: { id: true, nome: true, ramal: true } } },
  })
  return rows.map(({ usuario, ...pausa }) => ({ ...present(pausa), usuario }))
}

/** Deletes at most `most` pauses that ended before an instant; returns how many. */
export async function forgetPausas({ query }: Database, before: Date, most: number): Promise<number> {
  const old = build.selectFrom('pausa').select('id').where('ate', '<', before).orderBy('ate').limit(most)
  return (await query(build.deleteFrom('pausa').where('id', 'in', old).returning('id'))).length
}
