import type { ExportedCliente } from '../../cliente/wire/import.ts'
import { type Cidade, type Morada, makeEndereco, makeTelefone, moradaOf } from './lugar.ts'
import { makeApelido, makeDocumentos, makePessoa, type Pessoa } from './pessoa.ts'
import { type Situacao, situacaoCancelada, situacoes } from './planos.ts'
import { dayNumber, dayText, makeMomento, Random, ultimoDia } from './random.ts'
import { makeServico } from './servico.ts'

interface GenerateOptions {
  count: number
  seed: number
  /** `id_cliente` of the first; 1 when absent. */
  firstId?: number
}

/** `codigo_cliente` is never the id, so that mixing them up shows. */
const codigoOffset = 10_000
const streamCliente = 1
/** The highest id of a customer: ids of passwords are some 32 times as large, and beyond this do not fit into a row. */
export const highestGenerated = 67_000_000

/**
 * Deterministic customers of a Brazilian provider, in the form of the export, one at a time. A customer depends on
 * the seed and its id alone: number 40 is the same among 50 and among a million. Every relation object and
 * `data_nascmento` are there; ids of services and passwords are unique up to `highestGenerated`.
 */
export function* generateClientes({ count, seed, firstId = 1 }: GenerateOptions): Generator<ExportedCliente, void> {
  for (let id = firstId; id < firstId + count; id++) yield makeCliente(seed, id)
}

/** What is decided by hand about a customer; everything else is generated around it. */
export interface Retrato {
  pessoa: Pessoa
  cidade: Cidade
  /** Its only telephone; '' for none. */
  telefone: string
  situacoes: readonly Situacao[]
}

/** The customer that this seed generates for this id. */
export function makeCliente(seed: number, id: number, retrato?: Retrato): ExportedCliente {
  const random = new Random(seed, id, streamCliente)
  const morada = moradaOf(seed, id)
  const cidade = retrato?.cidade ?? morada.cidade
  const pessoa = retrato?.pessoa ?? makePessoa(random)
  const { cpf_cnpj, ...registros } = makeDocumentos(random, pessoa.tipo_pessoa, cidade)
  const apelido = makeApelido(pessoa.nome_fantasia ?? pessoa.nome_razaosocial)
  const cadastro = random.int(dayNumber('2013-01-02'), ultimoDia)
  const nascimento = random.int(dayNumber('1940-01-01'), dayNumber('2006-12-31'))
  const estados = retrato?.situacoes ?? makeSituacoes(random)
  const encerrado = estados.every((situacao) => situacao === situacaoCancelada)
  const enderecoCadastral = makeEndereco(random, cidade)
  const context = { id_cliente: id, cidade, empresa: pessoa.tipo_pessoa === 'pj', apelido, enderecoCadastral }
  return {
    id_cliente: id,
    codigo_cliente: codigoOffset + id,
    ...pessoa,
    cpf_cnpj,
    ...(retrato ? onlyTelefone(retrato.telefone) : makeTelefones(random, seed, id, morada)),
    email_principal: random.chance(85) ? `${apelido}${id}@exemplo.com.br` : null,
    email_secundario: random.chance(10) ? `financeiro${id}@exemplo.com.br` : null,
    ...registros,
    data_cadastro: makeMomento(random, cadastro),
    data_nascmento: `${dayText(nascimento)} 00:00:00`,
    data_fechamento: encerrado ? dayText(random.int(cadastro, ultimoDia)) : null,
    servicos: estados.map((situacao, lugar) => makeServico(random, { ...context, lugar, situacao })),
  }
}

function onlyTelefone(telefone: string) {
  return { telefone_primario: telefone, telefone_secundario: '', telefone_terciario: '' }
}

function makeTelefones(random: Random, seed: number, id: number, morada: Morada) {
  const { ddd } = morada.cidade
  return {
    telefone_primario: primaryTelefone(random, seed, id, morada.telefone),
    telefone_secundario: random.chance(35) ? makeTelefone(random, ddd) : '',
    telefone_terciario: random.chance(6) ? makeTelefone(random, ddd) : '',
  }
}

/** Its own number, or now and then that of a neighbour: one household, one shop, two contracts. */
function primaryTelefone(random: Random, seed: number, id: number, own: string): string {
  const neighbour = id - random.int(1, 5)
  return random.chance(4) && neighbour >= 1 ? moradaOf(seed, neighbour).telefone : own
}

/** The status of each service; a closed contract has cancelled ones only, an open one at least one that is not. */
function makeSituacoes(random: Random): Situacao[] {
  const encerrado = random.chance(6)
  const amount = random.chance(80) ? 1 : random.int(2, 4)
  return Array.from({ length: amount }, (_, lugar) => {
    if (encerrado) return situacaoCancelada
    return lugar > 0 && random.chance(25) ? situacaoCancelada : random.weighted(situacoes)
  })
}
