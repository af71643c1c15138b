import { presentAtendimento } from '../../atendimento/rows.ts'
import { formatProtocolo } from '../../atendimento/rules.ts'
import type { Prisma } from '../../database/generated/prisma/client.ts'
import type { Database } from '../../database/open.ts'
import { formatTelefone } from '../../telefone/rules/format.ts'
import type { AtendimentoPassado, ClientePagina, LigacaoPassada } from '../wire/history.ts'

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

type LigacaoRow = Prisma.LigacaoGetPayload<{ select: typeof ligacaoSelect }>

export function presentLigacaoPassada({ telefone, atendimento, ...row }: LigacaoRow): LigacaoPassada {
  return {
    ...row,
    telefone_formatado: formatTelefone(telefone),
    notificada_em: row.notificada_em.toISOString(),
    encerrada_em: row.encerrada_em?.toISOString() ?? null,
    protocolo_formatado: atendimento && formatProtocolo(atendimento.protocolo),
  }
}

export type Historico = Pick<ClientePagina, 'ligacoes' | 'total_ligacoes' | 'atendimentos' | 'total_atendimentos'>

/** The calls and tickets of a customer so far: the newest of each, and how many there are. */
export async function historicoOf({ prisma }: Database, idCliente: number): Promise<Historico> {
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
