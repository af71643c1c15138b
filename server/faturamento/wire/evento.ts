import * as z from 'zod'
import { LongNumber, notAnObject, optional, positiveInteger, rowId, texto } from '../../http/wire.ts'
import { readValor } from './valor.ts'

/** The month an installment is charged in. */
export interface Mes {
  mes: number
  ano: number
}

/** When an event is charged: in installments month after month, on the next billing, or in one month. */
export type Cobranca =
  | { modo: 'parcelas'; total: number; primeira: Mes }
  | { modo: 'proximo_faturamento' }
  | { modo: 'mes'; em: Mes }

const maxParcelas = 999

const maxDescricao = 1_000

export const tipoEvento = z.enum(['acrescimo', 'desconto'], { error: 'deve ser acrescimo ou desconto' })
export type TipoEvento = z.infer<typeof tipoEvento>

const valor = z
  .unknown()
  .transform((value, context) => {
    const read = readValor(value instanceof LongNumber ? value.digits : value)
    if (read.mistake === undefined) return read.centavos
    context.addIssue({ code: 'custom', message: read.mistake })
    return z.NEVER
  })
  .meta({
    anyOf: [
      { type: 'number', minimum: 0.01, maximum: 9_999_999.99 },
      { type: 'string', pattern: '^\\d{1,40}(\\.\\d{1,2})?$' },
    ],
    examples: [10.3, '10.30'],
  })

const boolean = z.boolean({ error: 'deve ser true ou false' })

const between = (minimum: number, maximum: number) =>
  positiveInteger(`deve ser um número inteiro de ${minimum} a ${maximum}`, { minimum, maximum })

const mes = between(1, 12)
const ano = between(2000, 2100)

const noProximo = 'Obrigatório quando parcelado é false; true: no próximo faturamento'

/** spec: Endpoints 4, the request's table, in its order. `valor` comes out as cents. */
const campos = z.object({
  id_cliente_servico: rowId().describe('Serviço de um cliente, da consulta de clientes'),
  id_tipo_servico: rowId().describe('Da listagem de tipos de serviço'),
  tipo: tipoEvento,
  descricao: texto(maxDescricao).meta({ minLength: 1, maxLength: maxDescricao }),
  valor: valor.describe('Valor total em reais, com ponto; também como texto numérico'),
  parcelado: boolean,
  numero_total_parcelas: between(1, maxParcelas).describe('Obrigatório quando parcelado é true'),
  mes_primeira_parcela: mes.describe('Obrigatório quando parcelado é true'),
  ano_primeira_parcela: ano.describe('Obrigatório quando parcelado é true'),
  proximo_faturamento: boolean.describe(noProximo),
  mes_processar: mes.describe('Obrigatório quando proximo_faturamento é false'),
  ano_processar: ano.describe('Obrigatório quando proximo_faturamento é false'),
})

/** The field names of the specification. */
export const camposConhecidos = campos.keyof().options
export type Campo = (typeof camposConhecidos)[number]

/** What a well-formed request asks for. */
export interface EventoFaturamento {
  id_cliente_servico: number
  id_tipo_servico: number
  tipo: TipoEvento
  descricao: string
  /** The total of all installments. */
  valor_centavos: number
  cobranca: Cobranca
}

/** The identifiers, which can be looked up even in a request with mistakes of form. */
export const eventoIds = campos.pick({ id_cliente_servico: true, id_tipo_servico: true })

/** A field that applies and must be sent: absent, `null` and `""` are all told by the sentence `absence`. */
const required = <T extends z.ZodType>(field: T, absence: string) =>
  z
    .unknown()
    .transform((value, context): unknown => {
      if (value !== undefined && value !== null && value !== '') return value
      context.addIssue({ code: 'custom', message: absence })
      return z.NEVER
    })
    .pipe(field)

const of = campos.shape
const always = {
  id_cliente_servico: required(of.id_cliente_servico, 'é obrigatório'),
  id_tipo_servico: required(of.id_tipo_servico, 'é obrigatório'),
  tipo: required(of.tipo, 'é obrigatório'),
  descricao: required(of.descricao, 'é obrigatório'),
  valor: required(of.valor, 'é obrigatório'),
  parcelado: required(of.parcelado, 'é obrigatório'),
}
const whenParcelado = 'é obrigatório quando parcelado é true'
const installments = {
  numero_total_parcelas: required(of.numero_total_parcelas, whenParcelado),
  mes_primeira_parcela: required(of.mes_primeira_parcela, whenParcelado),
  ano_primeira_parcela: required(of.ano_primeira_parcela, whenParcelado),
}
const next = { proximo_faturamento: required(of.proximo_faturamento, 'é obrigatório quando parcelado é false') }
const whenNotNext = 'é obrigatório quando proximo_faturamento é false'
const month = {
  mes_processar: required(of.mes_processar, whenNotNext),
  ano_processar: required(of.ano_processar, whenNotNext),
}
/** Fields of which it is not known yet whether they apply: they may be absent, but a value that was sent is judged. */
const openMonth = { mes_processar: optional(of.mes_processar), ano_processar: optional(of.ano_processar) }
const openInstallments = {
  numero_total_parcelas: optional(of.numero_total_parcelas),
  mes_primeira_parcela: optional(of.mes_primeira_parcela),
  ano_primeira_parcela: optional(of.ano_primeira_parcela),
}

interface Divided {
  valor: number
  numero_total_parcelas?: number | undefined
}

/** Each installment is at least one cent. This is told together with other mistakes, if both numbers are right. */
const aCentEach = z.superRefine<Divided>(
  ({ valor, numero_total_parcelas: total }, context) => {
    if (total === undefined || valor >= total) return
    const message = `deve ser no máximo ${valor} com este valor: cada parcela tem ao menos R$ 0.01`
    context.addIssue({ code: 'custom', path: ['numero_total_parcelas'], message })
  },
  { when: ({ issues }) => !issues.some(({ path }) => /^(valor|numero_total_parcelas)$/.test(String(path?.[0]))) },
)

type Always = Omit<EventoFaturamento, 'valor_centavos' | 'cobranca'> & { valor: number }
const charged = (fields: Always, cobranca: Cobranca): EventoFaturamento => {
  const { id_cliente_servico, id_tipo_servico, tipo, descricao, valor } = fields
  return { id_cliente_servico, id_tipo_servico, tipo, descricao, valor_centavos: valor, cobranca }
}

/** The three ways to charge, each with the fields that apply, and two forms for requests that do not tell the way. */
const ways = {
  installments: z
    .object({ ...always, ...installments })
    .check(aCentEach)
    .transform((sent) => {
      const primeira = { mes: sent.mes_primeira_parcela, ano: sent.ano_primeira_parcela }
      return charged(sent, { modo: 'parcelas', total: sent.numero_total_parcelas, primeira })
    }),
  next: z.object({ ...always, ...next }).transform((sent) => charged(sent, { modo: 'proximo_faturamento' })),
  month: z
    .object({ ...always, ...next, ...month })
    .transform((sent) => charged(sent, { modo: 'mes', em: { mes: sent.mes_processar, ano: sent.ano_processar } })),
  openMonth: z.object({ ...always, ...next, ...openMonth }).transform(() => z.NEVER),
  open: z
    .object({ ...always, ...openInstallments, proximo_faturamento: optional(of.proximo_faturamento), ...openMonth })
    .check(aCentEach)
    .transform(() => z.NEVER),
}

function wayOf({ parcelado, proximo_faturamento }: Record<string, unknown>): z.ZodType<EventoFaturamento> {
  if (parcelado === true) return ways.installments
  if (parcelado !== false) return ways.open
  if (proximo_faturamento === true) return ways.next
  return proximo_faturamento === false ? ways.month : ways.openMonth
}

/**
 * Judges a request, for the interface and for the form alike: tells all mistakes at once, each under its field, and
 * ignores conditional fields that do not apply. spec: Endpoints 4.
 */
export const eventoFaturamentoRequest = z
  .record(z.string(), z.unknown(), { error: notAnObject })
  .transform((sent, context): EventoFaturamento => {
    const judged = wayOf(sent).safeParse(sent)
    if (judged.success) return judged.data
    for (const { path, message } of judged.error.issues) context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  })

const ofInstallments = { numero_total_parcelas: true, mes_primeira_parcela: true, ano_primeira_parcela: true } as const
const ofMonth = { mes_processar: true, ano_processar: true } as const

/** The same request for the documentation: one shape for each of the three ways to charge. */
export const eventoFaturamentoDocumented = z
  .union([
    campos
      .omit({ proximo_faturamento: true, ...ofMonth })
      .extend({ parcelado: z.literal(true) })
      .meta({ title: 'Parcelado' }),
    campos
      .omit({ ...ofInstallments, ...ofMonth })
      .extend({ parcelado: z.literal(false), proximo_faturamento: z.literal(true).describe(noProximo) })
      .meta({ title: 'No próximo faturamento' }),
    campos
      .omit(ofInstallments)
      .extend({ parcelado: z.literal(false), proximo_faturamento: z.literal(false).describe(noProximo) })
      .meta({ title: 'Em um mês' }),
  ])
  .meta({ id: 'EventoFaturamentoRequisicao' })

export const eventoFaturamentoAnswer = z
  .object({
    status: z.literal('success'),
    msg: z
      .string()
      .describe('<n> Evento(s) de Farturamento de <tipo> cadastrados com sucesso. VALOR TOTAL: R$ <total>'),
    eventos_faturamento: z.array(z.object({ id_evento_faturamento: z.int() })).describe('Um por parcela, na ordem'),
  })
  .meta({ id: 'EventoFaturamentoResposta' })

/** The screens' answer to the same request: the integration's answer, and the total as a number. */
export const eventoRegistradoAnswer = eventoFaturamentoAnswer.extend({
  valor_total_centavos: z.int().nullable().describe('null: repetição de uma resposta que uma versão anterior deu'),
})

export type EventoRegistrado = z.infer<typeof eventoRegistradoAnswer>
