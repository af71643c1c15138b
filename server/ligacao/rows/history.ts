import { presentAtendimento } from '../../atendimento/rows/atendimento.ts'
import type { Database } from '../../database/database.ts'
import type { AtendimentoPassado, ClientePagina, LigacaoListada } from '../wire/history.ts'
import { findLigacoes, firstWords, type HistoryView } from './historySearch.ts'
import { ligacaoPassadaSelect, presentLigacaoPassada } from './ligacao.ts'
import type { LigacaoCursor } from './perdidas.ts'

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

/** Calls newest first, a page at a time; `apos` is null on the last. */
export async function listLigacoes(database: Database, view: HistoryView, apos: string | undefined) {
  const found = await findLigacoes(database, view, apos ? cursorOf(apos) : null, pageSize + 1)
  const page = found.slice(0, pageSize)
  const last = found.length > pageSize ? page.at(-1) : undefined
  const ids = page.map(({ id }) => id)
  const [rows, words] =
    ids.length === 0
      ? [[], new Map<string, string>()]
      : await Promise.all([
          database.prisma.ligacao.findMany({
            where: { id: { in: ids } },
            select: { ...ligacaoPassadaSelect, cliente: { select: { id_cliente: true, nome_razaosocial: true } } },
          }),
          firstWords(database, ids, view.leitor),
        ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    ligacoes: ids.flatMap((id): LigacaoListada[] => {
      const { cliente, ...row } = byId.get(id) ?? {}
      return 'id' in row
        ? [{ ...presentLigacaoPassada(row), cliente: cliente ?? null, palavras: words.get(id) ?? null }]
        : []
    }),
    apos: last ? `${last.notificada_em.getTime()}-${last.id}` : null,
  }
}

/** The call that a cursor names: its instant in milliseconds, a hyphen, and its id. */
export function cursorOf(apos: string): LigacaoCursor {
  const [ms = '', ...id] = apos.split('-')
  return { notificadaEmMs: Number(ms), id: id.join('-') }
}

/** Everybody who ever got a call, by name. */
export const calledUsuarios = ({ prisma }: Database) =>
  prisma.usuario.findMany({
    where: { ligacoes: { some: {} } },
    select: { id: true, nome: true, usuario: true },
    orderBy: [{ nome: 'asc' }, { id: 'asc' }],
  })
