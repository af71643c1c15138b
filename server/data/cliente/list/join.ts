import type { Relacao } from '#contract/cliente'
import type { ListQuery } from '#domain/cliente/listQuery'
import { kinds } from './batchSql.ts'
import type { Shared } from './shared.ts'

/** [kind, a, b, t, x] of `batchSql`, as text. */
export type BatchRow = [k: string, a: string, b: string | null, t: string | null, x: string | null]

type Placed = { place: number; text: string }
type Servico = {
  id: number
  text: string
  /** interface, interface_roteamento, equipamento_conexao, equipamento_roteamento */
  refs: string[]
  pacotes: Placed[]
  grupos: Placed[]
  senhas: Placed[]
  /** By kind: the relations that are one object. */
  objects: (string | undefined)[]
}
type Cliente = { text: string; data_fechamento: string | null; servicos: Servico[] }

/** A batch names something shared that was made after it was read. */
export class UnknownShared extends Error {}

/**
 * Joins the rows of a batch to the customers' JSON, each in the order of the fields in the spec's tables, in the order
 * of `ids`; one that is gone meanwhile is left out. Throws UnknownShared when `shared` is out of date.
 */
export function joinBatch(rows: BatchRow[], ids: ArrayLike<number>, query: ListQuery, shared: Shared): string[] {
  const clientes = new Map<string, Cliente>()
  const servicos = new Map<string, Servico>()
  const later: BatchRow[] = []
  for (const row of rows) {
    const kind = Number(row[0])
    if (kind === kinds.cliente) clientes.set(row[1], { text: row[3] ?? '', data_fechamento: row[4], servicos: [] })
    else if (kind === kinds.servico) servicos.set(row[1], servicoOf(row))
    else later.push(row)
  }
  for (const row of rows) if (row[0] === '1') clientes.get(row[2] ?? '')?.servicos.push(servicos.get(row[1]) as Servico)
  for (const row of later) addToServico(servicos.get(row[1]), row)

  const texts: string[] = []
  for (let index = 0; index < ids.length; index++) {
    const cliente = clientes.get(String(ids[index]))
    if (cliente) texts.push(clienteText(cliente, query, shared))
  }
  return texts
}

function servicoOf([, id, , text, refs]: BatchRow): Servico {
  return {
    id: Number(id),
    text: text ?? '',
    refs: (refs ?? '').split(','),
    pacotes: [],
    grupos: [],
    senhas: [],
    objects: [],
  }
}

function addToServico(servico: Servico | undefined, [k, , b, t, x]: BatchRow): void {
  if (!servico) return
  const kind = Number(k)
  if (kind === kinds.pacote) servico.pacotes.push({ place: Number(b), text: x ?? '' })
  else if (kind === kinds.grupo) servico.grupos.push({ place: Number(b), text: x ?? '' })
  else if (kind === kinds.senha) servico.senhas.push({ place: Number(b), text: t ?? '' })
  else if (kind <= kinds.endereco_cobranca) servico.objects[kind] = `${inside(t)},"coordenadas":{${x}}}`
  else servico.objects[kind] = t ?? undefined
}

/** An object's text without its closing brace: more fields follow. */
const inside = (text: string | null) => (text ?? '{}').slice(0, -1)

function clienteText(cliente: Cliente, query: ListQuery, shared: Shared): string {
  const servicos = cliente.servicos.sort((one, other) => one.id - other.id)
  const dia = cliente.data_fechamento === null ? 'null' : `"${cliente.data_fechamento}"`
  const fechamento = query.data_fechamento ? `,"data_fechamento":${dia}` : ''
  const texts = servicos.map((servico) => servicoText(servico, query.relacoes, shared))
  return `${inside(cliente.text)}${fechamento},"servicos":[${texts.join(',')}]}`
}

function servicoText(servico: Servico, relacoes: readonly Relacao[], shared: Shared): string {
  let text = inside(servico.text)
  for (const relacao of relacoes) text += `,"${relacao}":${relacaoText(servico, relacao, shared)}`
  return `${text}}`
}

function relacaoText(servico: Servico, relacao: Relacao, shared: Shared): string {
  switch (relacao) {
    case 'interface':
      return sharedText(shared, 'interface', servico.refs[0])
    case 'interface_roteamento':
      return sharedText(shared, 'interface', servico.refs[1])
    case 'equipamento_conexao':
      return sharedText(shared, 'equipamento', servico.refs[2])
    case 'equipamento_roteamento':
      return sharedText(shared, 'equipamento', servico.refs[3])
    case 'pacotes':
      return listText(servico.pacotes, (id) => sharedText(shared, 'pacote', id))
    case 'grupos':
      return listText(servico.grupos, (id) => sharedText(shared, 'grupo', id))
    case 'senhas':
      return listText(servico.senhas, (text) => text)
    default:
      return servico.objects[kinds[relacao]] ?? 'null'
  }
}

function listText(items: Placed[], textOf: (text: string) => string): string {
  if (items.length > 1) items.sort((one, other) => one.place - other.place)
  return `[${items.map((item) => textOf(item.text)).join(',')}]`
}

function sharedText(shared: Shared, kind: Parameters<Shared['text']>[0], id: string | undefined): string {
  if (!id) return 'null'
  const text = shared.text(kind, id)
  if (text === undefined) throw new UnknownShared(`${kind} ${id}`)
  return text
}
