import type { Database } from '../../database/database.ts'
import type { Prisma } from '../../database/generated/prisma/client.ts'
import { cutPage, type Page, type PageEnd } from '../../database/pages.ts'
import { byName } from '../../database/statement.ts'
import { contadoColumns } from '../../ligacao/rows/columns.ts'
import { conversaSegundos } from '../../ligacao/rules/conversa.ts'
import { formatProtocolo } from '../../protocolo/rules/protocolo.ts'
import { formatTelefone } from '../../telefone/rules/formatTelefone.ts'
import type { LigacaoListada, LigacaoPassada } from '../wire.ts'
import { findLigacoes, firstWords, type HistoryView } from './historySearch.ts'

/** The columns of a call that lists read. */
const ligacaoPassadaSelect = {
  id: true,
  estado: true,
  ramal: true,
  ...byName(contadoColumns, () => true as const),
  notificada_em: true,
  atendida_em: true,
  encerrada_em: true,
  encerrada_por: true,
  usuario: { select: { nome: true, usuario: true } },
  atendimento: { select: { protocolo: true } },
} satisfies Prisma.LigacaoSelect

type LigacaoPassadaRow = Prisma.LigacaoGetPayload<{ select: typeof ligacaoPassadaSelect }>

function presentLigacaoPassada({ telefone, atendimento, ...row }: LigacaoPassadaRow): LigacaoPassada {
  const atendida_em = row.atendida_em?.toISOString() ?? null
  const encerrada_em = row.encerrada_em?.toISOString() ?? null
  return {
    ...row,
    telefone_formatado: formatTelefone(telefone),
    notificada_em: row.notificada_em.toISOString(),
    ...{ atendida_em, encerrada_em },
    conversa_segundos: conversaSegundos({ ...row, atendida_em, encerrada_em }),
    protocolo_formatado: atendimento && formatProtocolo(atendimento.protocolo),
  }
}

/** A page of the calls that the view finds, newest first; `next` is null on the last. Others may have few calls or none. */
export async function ligacaoPage(
  database: Database,
  view: HistoryView,
  after: PageEnd<string> | null,
  size: number,
): Promise<Page<LigacaoListada, string>> {
  const { found, reached } = await findLigacoes(database, view, after, size + 1)
  const { page, next } = cutPage(found, size, ({ notificada_em: em, id }) => ({ em, id }))
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
    page: ids.flatMap((id): LigacaoListada[] => {
      const { cliente, ...row } = byId.get(id) ?? {}
      return 'id' in row
        ? [{ ...presentLigacaoPassada(row), cliente: cliente ?? null, palavras: words.get(id) ?? null }]
        : []
    }),
    next: next ?? reached,
  }
}

/** Everybody who ever got a call, by name. */
export const calledUsuarios = ({ prisma }: Database) =>
  prisma.usuario.findMany({
    where: { ligacoes: { some: {} } },
    select: { id: true, nome: true, usuario: true },
    orderBy: [{ nome: 'asc' }, { id: 'asc' }],
  })
