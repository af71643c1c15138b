import { presentAtendimento } from '../../atendimento/rows.ts'
import type { Database } from '../../database/open.ts'
import type { AtendimentoPassado, ClientePagina } from '../wire/history.ts'
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
