import { z } from 'zod'
import { positiveInteger } from '../../http/wire/field.ts'
import { maxParcelas } from './parcelas.ts'
import { readValor } from './valor.ts'

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
