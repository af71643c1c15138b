import { z } from 'zod'
import { positiveInteger } from '../../http/wire.ts'
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

export const maxParcelas = 999

const maxDescricao = 1_000

export const tipoEvento = z.enum(['acrescimo', 'desconto'], { error: 'deve ser acrescimo ou desconto' })
export type TipoEvento = z.infer<typeof tipoEvento>

/** A text that PostgreSQL can hold, trimmed, of 1 to `max` characters. */
export const texto = (max: number) =>
  z
    .string({ error: 'deve ser um texto' })
    .transform((text) => text.trim())
    .superRefine((text, context) => {
      if (text === '') context.addIssue({ code: 'custom', message: 'não pode ficar em branco' })
      if ([...text].length > max) context.addIssue({ code: 'custom', message: `deve ter no máximo ${max} caracteres` })
      if (/[\0\p{Cs}]/u.test(text)) context.addIssue({ code: 'custom', message: 'tem um caractere que não é texto' })
    })

const valor = z
  .unknown()
  .transform((value, context) => {
    const read = readValor(value)
    if (read.mistake !== undefined) context.addIssue({ code: 'custom', message: read.mistake })
    return read.centavos as number
  })
  .meta({ type: 'number', exclusiveMinimum: 0, maximum: 9_999_999.99, examples: [10.3] })

const boolean = z.boolean({ error: 'deve ser true ou false' })

const between = (from: number, to: number) => {
  const sentence = `deve ser um número inteiro de ${from} a ${to}`
  return positiveInteger(sentence)
    .refine((number) => typeof number !== 'number' || (number >= from && number <= to), { error: sentence })
    .meta({ type: 'integer', minimum: from, maximum: to })
}

const mes = between(1, 12)
const ano = between(2000, 2100)

/** spec: Endpoints 4, the request's table, in its order. `valor` comes out as cents. */
export const campos = {
  id_cliente_servico: positiveInteger().describe('Serviço de um cliente, da consulta de clientes'),
  id_tipo_servico: positiveInteger().describe('Da listagem de tipos de serviço'),
  tipo: tipoEvento,
  descricao: texto(maxDescricao).describe(`De 1 a ${maxDescricao} caracteres`),
  valor: valor.describe('Valor total em reais, com ponto; também como texto numérico'),
  parcelado: boolean,
  numero_total_parcelas: between(1, maxParcelas).describe('Obrigatório quando parcelado é true'),
  mes_primeira_parcela: mes.describe('Obrigatório quando parcelado é true'),
  ano_primeira_parcela: ano.describe('Obrigatório quando parcelado é true'),
  proximo_faturamento: boolean.describe('Obrigatório quando parcelado é false; true: no próximo faturamento'),
  mes_processar: mes.describe('Obrigatório quando proximo_faturamento é false'),
  ano_processar: ano.describe('Obrigatório quando proximo_faturamento é false'),
}

export type Campo = keyof typeof campos

/** What a well-formed request asks for. */
export interface EventoFaturamento {
  id_cliente_servico: number
  id_tipo_servico: number
  tipo: TipoEvento
  descricao: string
  /** The whole event, over all installments. */
  valor_centavos: number
  cobranca: Cobranca
}

export const camposConhecidos = Object.keys(campos) as Campo[]

const always: readonly Campo[] = ['id_cliente_servico', 'id_tipo_servico', 'tipo', 'descricao', 'valor', 'parcelado']
const installments: readonly Campo[] = ['numero_total_parcelas', 'mes_primeira_parcela', 'ano_primeira_parcela']
const month: readonly Campo[] = ['mes_processar', 'ano_processar']

type Sent = Record<string, unknown>
type Judged = { [C in Campo]?: z.output<(typeof campos)[C]> }
type Report = (field: Campo, message: string) => void

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/**
 * The fields that `parcelado` and `proximo_faturamento` call for, each with the sentence for its absence. While it is
 * open whether they apply (null), they may be absent, but what was sent is judged.
 */
function called({ parcelado, proximo_faturamento }: Sent): [readonly Campo[], string | null][] {
  if (parcelado === true) return [[installments, 'é obrigatório quando parcelado é true']]
  const flag = ['proximo_faturamento'] as const
  if (parcelado !== false) return [[[...installments, ...flag, ...month], null]]
  const sentence = 'é obrigatório quando parcelado é false'
  if (proximo_faturamento === true) return [[flag, sentence]]
  return [
    [flag, sentence],
    [month, proximo_faturamento === false ? 'é obrigatório quando proximo_faturamento é false' : null],
  ]
}

/** Judges every field that applies, whatever is wrong with the others. Those that do not apply are not even looked at. */
function judge(sent: Sent, report: Report): Judged {
  const judged: Sent = {}
  for (const [fields, absence] of [[always, 'é obrigatório'] as const, ...called(sent)]) {
    for (const field of fields) {
      if (isAbsent(sent[field])) {
        if (absence !== null) report(field, absence)
        continue
      }
      const { success, data, error } = campos[field].safeParse(sent[field])
      if (success) judged[field] = data
      else for (const { message } of error.issues) report(field, message)
    }
  }
  const { valor, numero_total_parcelas: total } = judged as Judged
  if (valor !== undefined && total !== undefined && valor < total) {
    report('numero_total_parcelas', `deve ser no máximo ${valor} com este valor: cada parcela tem ao menos R$ 0.01`)
  }
  return judged
}

function cobranca(fields: Required<Judged>): Cobranca {
  if (fields.parcelado) {
    const primeira = { mes: fields.mes_primeira_parcela, ano: fields.ano_primeira_parcela }
    return { modo: 'parcelas', total: fields.numero_total_parcelas, primeira }
  }
  if (fields.proximo_faturamento) return { modo: 'proximo_faturamento' }
  return { modo: 'mes', em: { mes: fields.mes_processar, ano: fields.ano_processar } }
}

/**
 * The request as it is judged, by the interface and by the form alike: all mistakes at once, each under its field;
 * conditional fields that do not apply are ignored. spec: Endpoints 4.
 */
export const eventoFaturamentoRequest = z
  .record(z.string(), z.unknown(), { error: 'deve ser um objeto JSON' })
  .transform((sent, context): EventoFaturamento => {
    let mistaken = false
    const judged = judge(sent, (field, message) => {
      mistaken = true
      context.addIssue({ code: 'custom', path: [field], message })
    })
    if (mistaken) return z.NEVER
    const fields = judged as Required<Judged>
    const { id_cliente_servico, id_tipo_servico, tipo, descricao, valor } = fields
    return { id_cliente_servico, id_tipo_servico, tipo, descricao, valor_centavos: valor, cobranca: cobranca(fields) }
  })

/** The identifiers that can be looked up even in a request with mistakes of form; null where they are not well formed. */
export function readableIds(body: unknown): { id_cliente_servico: number | null; id_tipo_servico: number | null } {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Sent
  return {
    id_cliente_servico: campos.id_cliente_servico.safeParse(sent.id_cliente_servico).data ?? null,
    id_tipo_servico: campos.id_tipo_servico.safeParse(sent.id_tipo_servico).data ?? null,
  }
}

const pick = (...names: Campo[]) => Object.fromEntries(names.map((name) => [name, campos[name]]))
const common = pick('id_cliente_servico', 'id_tipo_servico', 'tipo', 'descricao', 'valor')

/** The same request for the documentation: one shape for each of the three ways to charge. */
export const eventoFaturamentoDocumented = z
  .union([
    z.object({ ...common, parcelado: z.literal(true), ...pick(...installments) }).meta({ title: 'Parcelado' }),
    z
      .object({ ...common, parcelado: z.literal(false), proximo_faturamento: z.literal(true) })
      .meta({ title: 'No próximo faturamento' }),
    z
      .object({ ...common, parcelado: z.literal(false), proximo_faturamento: z.literal(false), ...pick(...month) })
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

export type EventoFaturamentoAnswer = z.infer<typeof eventoFaturamentoAnswer>
