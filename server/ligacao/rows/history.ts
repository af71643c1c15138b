import { presentAtendimento } from '../../atendimento/rows.ts'
import type { Database } from '../../database/database.ts'
import type { AtendimentoPassado, ClientePagina, LigacaoListada } from '../wire/history.ts'
import type { EstadoLigacao } from '../wire/ligacao.ts'
import { ligacaoPassadaSelect, presentLigacaoPassada } from './ligacao.ts'

const shown = 50
const usuario = { select: { nome: true, usuario: true } }

export type Historico = Pick<ClientePagina, 'ligacoes' | 'total_ligacoes' | 'atendimentos' | 'total_atendimentos'>

/** The calls and tickets of a customer so far: the newest of each, and how many there are. */
export async function historicoOf({ prisma }: Database, idCliente: number): Promise<Historico> {
  const where = { id_cliente: idCliente }
  const [ligacoes, total_ligacoes, atendimentos, total_atendimentos] = await Promise.all([
    prisma.ligacao.findMany({
      where,
      select: ligacaoPassadaSelect,
      orderBy: [{ notificada_em: 'desc' }, { id: 'desc' }],
      take: shown,
    }),
    prisma.ligacao.count({ where }),
    prisma.atendimento.findMany({
      where,
      include: { usuario },
      orderBy: [{ criado_em: 'desc' }, { id: 'desc' }],
      take: shown,
    }),
    prisma.atendimento.count({ where }),
  ])
  return {
    ligacoes: ligacoes.map(presentLigacaoPassada),
    total_ligacoes,
    atendimentos: atendimentos.map((row): AtendimentoPassado => {
      const { versao: _, ...atendimento } = presentAtendimento(row)
      return { ...atendimento, usuario: row.usuario }
    }),
    total_atendimentos,
  }
}

const pageSize = 50

/** Whose calls, of which state, notified since when; `after` is the `apos` of the page before. */
export interface Listing {
  /** Null: everybody's. */
  usuarioId: number | null
  estado: EstadoLigacao | undefined
  since: Date
  after: string | undefined
}

/** Calls newest first, a page at a time; `apos` is null on the last. */
export async function listLigacoes({ prisma }: Database, { usuarioId, estado, since, after }: Listing) {
  const rows = await prisma.ligacao.findMany({
    where: {
      ...(usuarioId !== null && { usuario_id: usuarioId }),
      ...(estado && { estado }),
      notificada_em: { gte: since },
      ...(after && { OR: olderThan(after) }),
    },
    select: { ...ligacaoPassadaSelect, cliente: { select: { id_cliente: true, nome_razaosocial: true } } },
    orderBy: [{ notificada_em: 'desc' }, { id: 'desc' }],
    take: pageSize + 1,
  })
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    ligacoes: shown.map(({ cliente, ...row }): LigacaoListada => ({ ...presentLigacaoPassada(row), cliente })),
    apos: last ? `${last.notificada_em.getTime()}-${last.id}` : null,
  }
}

/** What comes after the call that a cursor names: its instant in milliseconds, a hyphen, and its id. */
function olderThan(after: string) {
  const [ms = '', ...id] = after.split('-')
  const notificada_em = new Date(Number(ms))
  return [{ notificada_em: { lt: notificada_em } }, { notificada_em, id: { lt: id.join('-') } }]
}
