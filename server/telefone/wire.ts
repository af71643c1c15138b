import * as z from 'zod'
import { scalarError, tooBig } from '../http/wire.ts'

/** For the document: of all numbers, only these are digits alone. */
const wholeNumber = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const

/** Telephones and extensions are text inside, so that leading zeros survive; a JSON integer is accepted too. */
const digits = (pattern: RegExp, sentence: string) =>
  z.union([z.number().meta(wholeNumber), z.string()], { error: scalarError(sentence) }).transform((value, context) => {
    const text = String(value)
    const isTooBig = Number.isInteger(value) && Number(value) > Number.MAX_SAFE_INTEGER
    if (pattern.test(text) && !isTooBig) return text
    context.addIssue({ code: 'custom', message: isTooBig ? tooBig : sentence })
    return z.NEVER
  })

export const ramal = digits(/^\d{1,20}$/, 'deve ter apenas dígitos (no máximo 20)').meta({ pattern: '^\\d{1,20}$' })
/** What an exchange may send instead of a telephone: an id of its own, which is longer, or a word for a hidden one. */
const insteadOfTelefone = /^(?:\+?\d{21,64}|anonymous|private|restricted|unavailable|unknown|withheld)$/i
/** Some exchanges write zeros for a hidden number. */
const zeros = /^\+?0+$/
/** The telephone in both cases: one was sent, but without a number. */
export const noTelefone = ''
export const isNoTelefone = (value: unknown) => typeof value === 'string' && insteadOfTelefone.test(value)
const telefoneSent = new RegExp(`^\\+?\\d{1,20}$|${insteadOfTelefone.source}`, 'i')
export const telefone = digits(telefoneSent, 'deve ter apenas dígitos (no máximo 20), com ou sem + no início')
  .transform((text) => (isNoTelefone(text) || zeros.test(text) ? noTelefone : text))
  .meta({ pattern: '^\\+?\\d{1,20}$' })

/** More characters than 64 letters have with all their accents apart. */
const mostDecomposed = 512

/**
 * Combining accents are joined with their letters (NFC), since some systems write every text decomposed. Not in a longer
 * text, which is refused anyway: thousands of accents on one letter would take half a second to put in order.
 */
export const identificadorInterno = z
  .union([z.string(), z.number().max(Number.MAX_SAFE_INTEGER, tooBig).meta(wholeNumber)], {
    error: scalarError('deve ter apenas letras e dígitos'),
  })
  .transform((value) => String(value))
  .transform((text) => (text.length > mostDecomposed ? text : text.normalize('NFC')))
  .pipe(z.string().regex(/^[\p{L}\p{N}]{1,64}$/u, 'deve ter apenas letras e dígitos (no máximo 64)'))
  .meta({ minLength: 1, maxLength: 64 })
