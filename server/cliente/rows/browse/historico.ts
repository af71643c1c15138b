import { formatProtocolo } from '../../../atendimento/rules.ts'
import type { Prisma } from '../../../database/generated/prisma/client.ts'
import type { Database } from '../../../database/open.ts'
import type { AtendimentoPassado, ClientePagina, LigacaoPassada } from '../../../ligacao/wire/history.ts'
import { formatTelefone } from '../../../telefone/rules/format.ts'

const shown = 50
const usuario = { select: { nome: true, usuario: true } }

const ligacaoSelect = {
  id: true,
  estado: true,
  ramal: true,
  telefone: true,
  notificada_em: true,
  encerrada_em: true,
  usuario,
  atendimento: { select: { protocolo: true } },
} satisfies Prisma.LigacaoSelect

const atendimentoSelect = {
  id: true,
  protocolo: true,
  descricao: true,
  estado: true,
  criado_em: true,
  fechado_em: true,
  usuario,
} satisfies Prisma.AtendimentoSelect

export type Historico = Pick<ClientePagina, 'ligacoes' | 'total_ligacoes' | 'atendimentos' | 'total_atendimentos'>

/** The calls and tickets of a customer so far: the newest of each, and how many there are. */
export function historicoReader({ prisma }: Pick<Database, 'prisma'>) {
  return async (idCliente: number): Promise<Historico> => {
    const where = { id_cliente: idCliente }
    const [ligacoes, total_ligacoes, atendimentos, total_atendimentos] = await Promise.all([
      prisma.ligacao.findMany({
        where,
        select: ligacaoSelect,
        orderBy: [{ notificada_em: 'desc' }, { id: 'desc' }],
        take: shown,
      }),
      prisma.ligacao.count({ where }),
      prisma.atendimento.findMany({
        where,
        select: atendimentoSelect,
        orderBy: [{ criado_em: 'desc' }, { id: 'desc' }],
        take: shown,
      }),
      prisma.atendimento.count({ where }),
    ])
    return {
      ligacoes: ligacoes.map(presentLigacao),
      total_ligacoes,
      atendimentos: atendimentos.map(presentAtendimento),
      total_atendimentos,
    }
  }
}

const iso = (instant: Date | null) => instant?.toISOString() ?? null

type LigacaoRow = Prisma.LigacaoGetPayload<{ select: typeof ligacaoSelect }>
function presentLigacao({ telefone, atendimento, ...row }: LigacaoRow): LigacaoPassada {
  return {
    ...row,
    telefone_formatado: formatTelefone(telefone),
    notificada_em: row.notificada_em.toISOString(),
    encerrada_em: iso(row.encerrada_em),
    protocolo_formatado: atendimento && formatProtocolo(atendimento.protocolo),
  }
}

type AtendimentoRow = Prisma.AtendimentoGetPayload<{ select: typeof atendimentoSelect }>
function presentAtendimento(row: AtendimentoRow): AtendimentoPassado {
  return {
    ...row,
    protocolo_formatado: formatProtocolo(row.protocolo),
    criado_em: row.criado_em.toISOString(),
    fechado_em: iso(row.fechado_em),
  }
}
