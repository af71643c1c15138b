import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { build, cast, column, eb, ifGiven, unnest } from '../../database/statement.ts'
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

export const entries = () => build.selectFrom('auditoria as a').selectAll('a')
type Entries = ReturnType<typeof entries>

/**
 * The entries about a customer. If an entry's details name customers, it is about those alone, whatever customer its
 * call has by now. Each `alvo`, and each action that names customers, is looked up by itself, and `narrowed` gives every
 * look-up the filters, the order and the limit: joined by OR, the planner would read the whole record for them.
 */
export function entriesOfCliente({ alvos, idCliente }: OfCliente, narrowed: (of: Entries) => Entries) {
  const acao = column('auditoria', 'a', 'acao')
  const detalhes = column('auditoria', 'a', 'detalhes')
  const other = eb.or([eb(acao, 'not in', Object.keys(naming)), eb(detalhes, 'is', null)])
  const done = build
    .selectFrom(unnest([...new Set(alvos)], 'text[]', 't', 'alvo'))
    .innerJoinLateral(
      (each) =>
        narrowed(
          entries()
            .where(eb(column('auditoria', 'a', 'alvo'), '=', each.ref('t.alvo')))
            .where(ifGiven(idCliente, () => other)),
        ).as('a'),
      (join) => join.onTrue(),
    )
    .selectAll('a')
  if (idCliente === undefined) return [done]
  const named = Object.entries(naming).map(([deed, names]) =>
    narrowed(
      entries()
        .where('a.acao', '=', sql.lit(deed))
        .where(eb.or(names.map((name) => eb(detalhes, '@>', cast(JSON.stringify({ [name]: idCliente }), 'jsonb'))))),
    ),
  )
  return [done, ...named]
}
