import type { Database } from '../database/database.ts'
import { formatProtocolo } from '../protocolo/rules/protocolo.ts'
import type { Lembrete } from './wire.ts'

const about = { id_cliente: true, nome_razaosocial: true } as const

/** A user's reminders that are not done, the next due first. */
export async function openLembretes({ prisma }: Database, usuario_id: number): Promise<Lembrete[]> {
  const rows = await prisma.lembrete.findMany({
    where: { usuario_id, feito_em: null },
    orderBy: [{ quando: 'asc' }, { id: 'asc' }],
    select: {
      ...{ id: true, quando: true, palavras: true },
      atendimento: { select: { id: true, protocolo: true } },
      cliente: { select: about },
      ligacao: { select: { cliente: { select: about } } },
    },
  })
  return rows.map(({ quando, atendimento, ligacao, cliente, ...row }) => ({
    ...row,
    quando: quando.toISOString(),
    // The exchange may have named another customer for the call since.
    cliente: ligacao?.cliente ?? cliente,
    atendimento: atendimento && {
      id: atendimento.id,
      protocolo_formatado: formatProtocolo(atendimento.protocolo),
    },
  }))
}

interface Subject {
  ligacao_id: string | null
  atendimento_id: number | null
  id_cliente: number | null
}

/** The call, ticket and customer that a reminder is about; null when the call or ticket is not the user's. */
export async function subjectOf(
  { prisma }: Database,
  usuario_id: number,
  { ligacao_id, atendimento_id }: { ligacao_id?: string | undefined; atendimento_id?: number | undefined },
): Promise<Subject | null> {
  if (atendimento_id !== undefined) {
    const row = await prisma.atendimento.findFirst({
      where: { id: atendimento_id, usuario_id },
      select: { id: true, ligacao_id: true, id_cliente: true },
    })
    return row && { ligacao_id: row.ligacao_id, atendimento_id: row.id, id_cliente: row.id_cliente }
  }
  if (ligacao_id === undefined) return { ligacao_id: null, atendimento_id: null, id_cliente: null }
  const row = await prisma.ligacao.findFirst({
    where: { id: ligacao_id, usuario_id },
    select: { id: true, id_cliente: true, atendimento: { select: { id: true, usuario_id: true, id_cliente: true } } },
  })
  const own = row?.atendimento?.usuario_id === usuario_id ? row.atendimento : null
  return row && { ligacao_id: row.id, atendimento_id: own?.id ?? null, id_cliente: own?.id_cliente ?? row.id_cliente }
}

export const countOpen = ({ prisma }: Database, usuario_id: number): Promise<number> =>
  prisma.lembrete.count({ where: { usuario_id, feito_em: null } })

export const isKnown = async ({ prisma }: Database, usuario_id: number, chave: string): Promise<boolean> =>
  (await prisma.lembrete.count({ where: { usuario_id, chave } })) > 0

interface Row extends Subject {
  usuario_id: number
  chave: string
  quando: Date
  palavras: string
  criado_em: Date
}

/** Does nothing when the form's key is known already. */
export const createLembrete = async ({ prisma }: Database, data: Row): Promise<void> =>
  void (await prisma.lembrete.createMany({ data: [data], skipDuplicates: true }))

/** False when the user has no such reminder. One that is done already keeps its instant. */
export async function finish({ prisma }: Database, usuario_id: number, id: number, now: Date): Promise<boolean> {
  const { count } = await prisma.lembrete.updateMany({
    where: { id, usuario_id, feito_em: null },
    data: { feito_em: now },
  })
  return count > 0 || (await prisma.lembrete.count({ where: { id, usuario_id } })) > 0
}

/** False when the user has no such open reminder. */
export const putOff = async ({ prisma }: Database, usuario_id: number, id: number, quando: Date): Promise<boolean> =>
  (await prisma.lembrete.updateMany({ where: { id, usuario_id, feito_em: null }, data: { quando } })).count > 0
