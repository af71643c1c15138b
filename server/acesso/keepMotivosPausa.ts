import { recordAuditoria, type Who } from '../auditoria/rows.ts'
import { hasSqlState } from '../database/violates.ts'
import type { Desk } from '../desk.ts'
import { invalid } from '../refusal.ts'
import type { MotivoPausa, MotivoPausaRequest } from './wire.ts'

const most = 50

/** Why one may be in a pause, those out of use included, in the order in which they came. */
export const listMotivosPausa = ({ database }: Desk): Promise<MotivoPausa[]> =>
  database.prisma.motivoDePausa.findMany({ orderBy: { ordem: 'asc' }, omit: { ordem: true } })

/**
 * Adds a reason, or with its `codigo` renames it or takes it out of use and back. None is ever removed, since pauses point
 * at it; what is not said of it stays. On record, unless it is so already. Screens show it within minutes.
 * @throws Refusal invalid for a name that another has, for a new one without, for an unknown code and for too many
 */
export async function saveMotivoPausa(
  { database }: Desk,
  by: Who,
  { codigo, nome, ativo }: MotivoPausaRequest,
): Promise<void> {
  try {
    await database.prisma.$transaction(async (tx) => {
      if (codigo === undefined) {
        if (nome === undefined) throw invalid({ nome: ['deve ser um texto'] })
        const known = new Set(
          (await tx.motivoDePausa.findMany({ select: { codigo: true } })).map((each) => each.codigo),
        )
        if (known.size >= most)
          throw invalid({ nome: [`passa de ${most} motivos: dê novo nome a um que está fora de uso`] })
        await tx.motivoDePausa.create({ data: { codigo: codigoOf(nome, known), nome, ativo: ativo ?? true } })
        await recordAuditoria({ prisma: tx }, { ...by, acao: 'motivo_pausa_criado', detalhes: { nome } })
      } else {
        const data = { ...(nome !== undefined && { nome }), ...(ativo !== undefined && { ativo }) }
        const other = Object.entries(data).map(([name, value]) => ({ [name]: { not: value } }))
        const { count } = await tx.motivoDePausa.updateMany({ where: { codigo, OR: other }, data })
        if (count === 0 && (await tx.motivoDePausa.count({ where: { codigo } })) === 0)
          throw invalid({ codigo: ['não é de nenhum motivo'] })
        if (count === 0) return
        await recordAuditoria({ prisma: tx }, { ...by, acao: 'motivo_pausa_alterado', detalhes: { codigo, ...data } })
      }
    })
  } catch (error) {
    if (hasSqlState(error, '23505')) throw invalid({ nome: ['já é de outro motivo'] })
    throw error
  }
}

/** The name in small letters without accents, as programs may tell it apart; with a number where another has that. */
function codigoOf(nome: string, known: ReadonlySet<string>): string {
  const plain = nome.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const codigo = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '') || 'motivo'
  const taken = (n: number) => known.has(n === 1 ? codigo : `${codigo}_${n}`)
  let n = 1
  while (taken(n)) n += 1
  return n === 1 ? codigo : `${codigo}_${n}`
}
