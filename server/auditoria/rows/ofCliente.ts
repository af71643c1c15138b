import type { Database } from '../../database/database.ts'
import { among, cast, column, eb } from '../../database/statement.ts'
import type { Acao } from '../wire.ts'

/** The entries about a customer: with one of these `alvos` or, if `idCliente` is given, that id in their details. */
export interface OfCliente {
  alvos: readonly string[]
  idCliente?: number | undefined
}

type Named = { codigo_cliente: number } | { id_cliente: number }

/** Every `alvo` of a customer: they, and their calls, tickets, services and billing events. Null if there is none. */
export async function alvosOfCliente({ prisma }: Database, named: Named): Promise<OfCliente | null> {
  const cliente = await prisma.cliente.findUnique({ where: named, select: { id_cliente: true } })
  if (!cliente) return null
  const { id_cliente } = cliente
  const select = { id: true } as const
  const [ligacoes, atendimentos, servicos, eventos] = await Promise.all([
    prisma.ligacao.findMany({ where: { id_cliente }, select }),
    prisma.atendimento.findMany({ where: { id_cliente }, select }),
    prisma.clienteServico.findMany({ where: { id_cliente }, select: { id_cliente_servico: true } }),
    prisma.eventoFaturamento.findMany({
      where: { servico: { id_cliente } },
      select: { id_evento_faturamento: true },
    }),
  ])
  const alvos = [
    `cliente:${id_cliente}`,
    ...ligacoes.map(({ id }) => `ligacao:${id}`),
    ...atendimentos.map(({ id }) => `atendimento:${id}`),
    ...servicos.map(({ id_cliente_servico: id }) => `cliente_servico:${id}`),
    ...eventos.map(({ id_evento_faturamento: id }) => `evento_faturamento:${id}`),
  ]
  return { alvos, idCliente: id_cliente }
}

/** The actions that name customers in their details, and the names of those details. */
const naming: Partial<Record<Acao, readonly string[]>> = {
  cliente_escolhido: ['cliente'],
  atendimento_cliente_alterado: ['de', 'para'],
}

/**
 * Whether an entry `a` is about the customer. If its details name customers, it is about those alone, whatever customer
 * its call has by now.
 */
export function isOfCliente({ alvos, idCliente }: OfCliente) {
  const acao = column('auditoria', 'a', 'acao')
  const detalhes = column('auditoria', 'a', 'detalhes')
  const done = among(column('auditoria', 'a', 'alvo'), cast([...alvos], 'text[]'))
  if (idCliente === undefined) return done
  const named = Object.entries(naming).flatMap(([deed, names]) =>
    names.map((name) =>
      eb.and([eb(acao, '=', deed), eb(detalhes, '@>', cast(JSON.stringify({ [name]: idCliente }), 'jsonb'))]),
    ),
  )
  const other = eb.or([eb(acao, 'not in', Object.keys(naming)), eb(detalhes, 'is', null)])
  return eb.or([eb.and([done, other]), ...named])
}
