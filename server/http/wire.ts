import { z } from 'zod'

/** The body of every refusal, at a truthful HTTP status. docs/interface.md: Errors. */
export const errorBody = z
  .object({
    status: z.literal('error'),
    msg: z.string().describe('Uma frase em português que diz o que houve e o que fazer'),
    errors: z.array(z.string()).describe('Uma frase por erro, com o nome do campo'),
    campos: z.record(z.string(), z.array(z.string())).describe('Os mesmos erros, por campo'),
    id_requisicao: z.string().describe('Cite este número ao pedir ajuda'),
  })
  .meta({ id: 'Erro' })

export type ErrorBody = z.infer<typeof errorBody>

/** How every success begins; the screens' answers add what they bring. */
export const success = { status: z.literal('success'), msg: z.string() }

/**
 * Field types of request bodies. Integers may arrive as JSON numbers or digit strings, telephones and extensions are text
 * inside, `null` and `""` count as absent. Each message is a whole sentence without the field's name; the error presenter
 * puts the name in front. docs/interface.md: Numbers.
 */

const isAbsent = (value: unknown) => value === null || value === '' || value === undefined

/** An optional field: absent, `null` and `""` all give `undefined`. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isAbsent(value) ? undefined : value), schema.optional())

const tooBig = 'número grande demais'

/** A whole number above zero, as a JSON number or a string of digits. Gives a number. */
export const positiveInteger = (sentence = 'deve ser um número inteiro maior que zero') =>
  z
    .union([z.number(), z.string()], { error: sentence })
    .transform((value, context) => {
      const number = typeof value === 'string' && /^\d{1,20}$/.test(value) ? Number(value) : value
      if (typeof number === 'number' && Math.abs(number) > Number.MAX_SAFE_INTEGER)
        context.addIssue({ code: 'custom', message: tooBig })
      else if (typeof number !== 'number' || !Number.isInteger(number) || number < 1)
        context.addIssue({ code: 'custom', message: sentence })
      return number as number
    })
    .meta({ type: 'integer', exclusiveMinimum: 0 })

/** Digits kept as text, so that leading zeros survive; a JSON integer is accepted too. */
const digits = (pattern: RegExp, sentence: string) =>
  z.union([z.number(), z.string()], { error: sentence }).transform((value, context) => {
    if (typeof value === 'number' && (!Number.isInteger(value) || value < 0)) {
      context.addIssue({ code: 'custom', message: sentence })
      return z.NEVER
    }
    if (typeof value === 'number' && value > Number.MAX_SAFE_INTEGER) {
      context.addIssue({ code: 'custom', message: tooBig })
      return z.NEVER
    }
    const text = String(value)
    if (!pattern.test(text)) {
      context.addIssue({ code: 'custom', message: sentence })
      return z.NEVER
    }
    return text
  })

export const ramal = digits(/^\d{1,20}$/, 'deve ter apenas dígitos (no máximo 20)')
export const telefone = digits(/^\+?\d{1,20}$/, 'deve ter apenas dígitos (no máximo 20), com ou sem + no início')

export const identificadorInterno = z
  .union([z.string(), z.number()], { error: 'deve ter apenas letras e dígitos' })
  .transform(String)
  .pipe(z.string().regex(/^[\p{L}\p{N}]{1,64}$/u, 'deve ter apenas letras e dígitos (no máximo 64)'))
