import * as z from 'zod'
import { consultados, datesInOrder, parameter, periodo, requiredParameter } from '../../http/wire.ts'
import { clienteSchema, relacoes, servicoRelacoes } from './cliente.ts'

const wholeNumber = parameter(
  z
    .string()
    .regex(/^\d+$/, 'deve ser um número inteiro maior que zero, só com dígitos')
    .transform(Number)
    .refine((number) => number > 0, 'deve ser um número inteiro maior que zero')
    .refine((number) => number <= Number.MAX_SAFE_INTEGER, 'é grande demais'),
).meta({ type: 'integer', exclusiveMinimum: 0 })

/** The first value is the default. The description tells it: zod documents no `default` of a schema that transforms. */
const choice = <T extends string>(what: string, ...values: [T, ...T[]]) =>
  parameter(z.enum(values, { error: `deve ser ${values.join(' ou ')}` })).meta({
    type: 'string',
    enum: values,
    description: `${what}; sem o parâmetro, ${values[0]}`,
  })
const cancelado = choice('Se vêm também os serviços cancelados', 'nao', 'sim')

const relacaoList = parameter(
  z.string().transform((text, context) => {
    // A comma too many is ignored, and commas alone count as a parameter that was not sent.
    const names = text.split(',').flatMap((name) => name.trim() || [])
    if (names.length === 0) return undefined
    const known = relacoes.filter((relacao) => names.includes(relacao))
    const unknown = names.filter((name) => !Object.hasOwn(servicoRelacoes, name))
    if (unknown.length > 0) {
      const told = unknown.slice(0, 10).map((name) => `"${name.slice(0, 50)}"`)
      const message = `tem relações desconhecidas (${told.join(', ')}); use as de: ${relacoes.join(', ')}`
      context.addIssue({ code: 'custom', message })
    }
    return known
  }),
).meta({ type: 'string', description: `Lista separada por vírgulas, dentre ${relacoes.join(', ')}` })

/** Query of `GET /api/v1/integracao/cliente/all`. spec: Endpoints 3. */
export const clienteListParams = z
  .object({
    data_inicio: periodo.data_inicio.describe('Cadastrados a partir deste dia'),
    data_fim: periodo.data_fim.describe('Cadastrados até este dia, inclusive; não antes de data_inicio'),
    cancelado,
    codigo_pacote: parameter(z.string()).meta({
      type: 'string',
      description: 'Só clientes que têm um pacote com este código',
    }),
    relacoes: relacaoList,
    limit: wholeNumber.describe('Quantos clientes no máximo; sem o parâmetro, todos'),
    offset: wholeNumber.describe('Quantos clientes pular na ordem pedida'),
    order_by: choice('O campo que ordena', 'data_cadastro', 'data_fechamento'),
    order_type: choice('O sentido da ordem', 'asc', 'desc'),
  })
  .refine(...datesInOrder)

export type ClienteListParams = z.infer<typeof clienteListParams>

/** Body of the listing. spec: Endpoints 3. */
export const clienteListAnswer = z
  .object({
    status: z.literal('success'),
    msg: z.literal(consultados.msg),
    clientes: z.array(clienteSchema),
  })
  .meta({ id: 'ListaClientes' })

/** The same as text, for customers that are JSON text already: before the first, between two, after the last. */
export const clienteListFrame = {
  head: `{"status":"${consultados.status}","msg":"${consultados.msg}","clientes":[`,
  between: ',',
  tail: ']}',
}

/** The fields that a customer can be looked up by. */
const buscas = [
  'nome_razaosocial',
  'nome_fantasia',
  'cpf_cnpj',
  'codigo_cliente',
  'id_cliente',
  'telefone',
  'login',
  'id_cliente_servico',
] as const
export type Busca = (typeof buscas)[number]

const maxTermo = 200
const listed = buscas.join(', ')

const limit = z
  .string()
  .regex(/^\d{1,9}$/, 'deve ser um número inteiro de 1 a 100')
  .transform(Number)
  .refine((number) => number >= 1 && number <= 100, 'deve ser um número inteiro de 1 a 100')

/** Query of `GET /api/v1/integracao/cliente`. The use case refuses a term that does not fit the kind of search. */
export const clienteLookupParams = z.object({
  busca: requiredParameter(
    z.enum(buscas, { error: `deve ser um de ${listed}` }),
    `é obrigatório: use um de ${listed}`,
  ).meta({ type: 'string', enum: [...buscas], description: 'O que o termo é' }),
  termo_busca: requiredParameter(
    z.string().trim().min(1, 'não pode ficar em branco').max(maxTermo, `deve ter no máximo ${maxTermo} caracteres`),
  ).meta({
    type: 'string',
    minLength: 1,
    maxLength: maxTermo,
    description: 'Nomes: palavras em qualquer ordem; documento e login: o começo; o resto, por inteiro',
  }),
  cancelado,
  limit: parameter(limit)
    .transform((value) => value ?? 5)
    .meta({ type: 'integer', minimum: 1, maximum: 100, description: 'Quantos clientes no máximo; sem o parâmetro, 5' }),
})
