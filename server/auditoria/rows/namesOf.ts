import type { Database } from '../../database/database.ts'
import { maxRowId } from '../../http/wire.ts'
import { formatProtocolo } from '../../protocolo/rules/protocolo.ts'
import { formatTelefone } from '../../telefone/rules/formatTelefone.ts'

interface Named {
  nome: string
  id_cliente: number | null
}

/** The names of what each `kind:id` of the record refers to, as far as it still exists. */
export async function namesOf({ prisma }: Database, alvos: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  const texts = (kind: string) =>
    [...new Set(alvos)].flatMap((alvo) => (alvo.startsWith(`${kind}:`) ? alvo.slice(kind.length + 1) : []))
  const ids = (kind: string) =>
    texts(kind).flatMap((id) => (/^\d{1,10}$/.test(id) && Number(id) <= maxRowId ? Number(id) : []))
  const descricao = true
  const [usuarios, tokens, atendimentos, ligacoes, servicos, eventos, tipos, opcoes, modelos] = await Promise.all([
    prisma.usuario.findMany({ where: { id: { in: ids('usuario') } }, select: { id: true, nome: true } }),
    prisma.token.findMany({ where: { id: { in: ids('token') } }, select: { id: true, nome: true } }),
    prisma.atendimento.findMany({
      where: { id: { in: ids('atendimento') } },
      select: { id: true, protocolo: true, id_cliente: true },
    }),
    prisma.ligacao.findMany({
      where: { id: { in: texts('ligacao') } },
      select: { id: true, telefone: true, id_cliente: true },
    }),
    prisma.clienteServico.findMany({
      where: { id_cliente_servico: { in: ids('cliente_servico') } },
      select: { id_cliente_servico: true, nome: true, id_cliente: true },
    }),
    prisma.eventoFaturamento.findMany({
      where: { id_evento_faturamento: { in: ids('evento_faturamento') } },
      select: { id_evento_faturamento: true, descricao, servico: { select: { id_cliente: true } } },
    }),
    prisma.tipoServico.findMany({
      where: { id_tipo_servico: { in: ids('tipo_servico') } },
      select: { id_tipo_servico: true, descricao },
    }),
    prisma.opcaoAtendimento.findMany({
      where: { id: { in: ids('opcao_atendimento') } },
      select: { id: true, descricao },
    }),
    prisma.modeloTexto.findMany({ where: { id: { in: ids('modelo_texto') } }, select: { id: true, titulo: true } }),
  ])
  const found: (readonly [alvo: string, nome: string, id_cliente: number | null])[] = [
    ...usuarios.map(({ id, nome }) => [`usuario:${id}`, nome, null] as const),
    ...tokens.map(({ id, nome }) => [`token:${id}`, `Token ${nome}`, null] as const),
    ...atendimentos.map((of) => [`atendimento:${of.id}`, formatProtocolo(of.protocolo), of.id_cliente] as const),
    ...ligacoes.map((of) => [`ligacao:${of.id}`, formatTelefone(of.telefone), of.id_cliente] as const),
    ...servicos.map((of) => [`cliente_servico:${of.id_cliente_servico}`, of.nome, of.id_cliente] as const),
    ...eventos.map(
      (of) => [`evento_faturamento:${of.id_evento_faturamento}`, of.descricao, of.servico.id_cliente] as const,
    ),
    ...tipos.map((of) => [`tipo_servico:${of.id_tipo_servico}`, of.descricao, null] as const),
    ...opcoes.map((of) => [`opcao_atendimento:${of.id}`, of.descricao, null] as const),
    ...modelos.map((of) => [`modelo_texto:${of.id}`, of.titulo, null] as const),
  ]
  const of = [...ids('cliente'), ...found.flatMap(([, , id_cliente]) => id_cliente ?? [])]
  const clientes = await prisma.cliente.findMany({
    where: { id_cliente: { in: of } },
    select: { id_cliente: true, nome_razaosocial: true },
  })
  const nomes = new Map(clientes.map(({ id_cliente, nome_razaosocial }) => [id_cliente, nome_razaosocial]))
  const named = new Map<string, Named>(
    clientes.map(({ id_cliente, nome_razaosocial: nome }) => [`cliente:${id_cliente}`, { nome, id_cliente }]),
  )
  for (const [alvo, nome, id_cliente] of found) {
    const whose = id_cliente === null ? undefined : nomes.get(id_cliente)
    named.set(alvo, { nome: whose ? `${nome} · ${whose}` : nome, id_cliente: whose ? id_cliente : null })
  }
  return named
}
