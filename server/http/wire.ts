import * as z from 'zod'

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

/** The fields that every success has; the screens' answers add their own. */
export const success = { status: z.literal('success'), msg: z.string() }

/** The first fields of the answer to every query. */
export const consultados = { status: 'success', msg: 'Dados consultados com sucesso' } as const

/** The answer to a query, with its own fields. */
export const found = (own: object) => ({ ...consultados, ...own })

/** The answer to a deed: what was done, in a sentence, and the answer's own fields. */
export const done = (msg: string, own: object = {}) => ({ status: 'success', msg, ...own })

/**
 * Field types of request bodies. Integers may arrive as JSON numbers or digit strings, `null` and `""` count as absent.
 * Each message is a whole sentence without the field's name; the error presenter puts the name in front.
 * docs/interface.md: Numbers.
 */

/** A request's body with the known fields; any other fields are ignored. */
export const jsonBody = <T extends z.ZodRawShape>(fields: T) => z.object(fields, { error: notAnObject })
export const notAnObject = 'deve ser um objeto JSON'

/** `undefined` for a value that counts as absent, else the value. */
export const whenSent = (value: unknown) => (value === null || value === '' ? undefined : value)

/** An optional field: absent, `null` and `""` all give `undefined`. */
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(whenSent, schema.optional())

/** A number of a body with more digits than a JavaScript number keeps. In JSON it is the text of its digits. */
export class LongNumber {
  readonly digits: string

  constructor(digits: string) {
    this.digits = digits
  }

  toJSON(): string {
    return this.digits
  }
}

export const tooBig = 'é grande demais'
/** The mistake of a value that is neither number nor text: `sentence`, or `tooBig` for a long whole number. */
export const scalarError =
  (sentence: string) =>
  ({ input }: { input?: unknown }) =>
    input instanceof LongNumber && /^-?\d+$/.test(input.digits) ? tooBig : sentence

/** The greatest key that a table can have: PostgreSQL's `integer`. */
export const maxRowId = 2_147_483_647

/** A key that no row has. A whole number too large for a key becomes this, so that it counts as an unknown key. */
const noRow = 0
const rowIdOf = (number: number) => (number <= maxRowId ? number : noRow)

/** A whole number above zero and within the bounds, sent as a JSON number or a string of digits. The output is a number. */
export const positiveInteger = (
  sentence = 'deve ser um número inteiro maior que zero',
  bounds: { minimum?: number; maximum?: number } = {},
) => {
  const { minimum = 1, maximum = Number.MAX_SAFE_INTEGER } = bounds
  return z
    .union([z.number(), z.string()], { error: scalarError(sentence) })
    .transform((value, context) => {
      const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
      const whole = typeof number === 'number'
      if (whole && number >= minimum && number <= maximum && Number.isSafeInteger(number)) return number
      const message = whole && Math.abs(number) > Number.MAX_SAFE_INTEGER ? tooBig : sentence
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .meta({
      anyOf: [
        { type: 'integer', exclusiveMinimum: 0, ...bounds },
        { type: 'string', pattern: '^\\d{1,20}$' },
      ],
    })
}

/** The key of a row in a body. Beyond `maxRowId` it becomes `noRow`: unknown, instead of an error of the database. */
export const rowId = () => positiveInteger().transform(rowIdOf)

/** The row's version (number of changes) that the client had read before it saved. */
const versionSentence = `deve ser um número inteiro de 0 a ${maxRowId}`
export const version = z
  .int({ error: versionSentence })
  .min(0, { error: versionSentence })
  .max(maxRowId, { error: versionSentence })

/** Text that PostgreSQL can store and UTF-8 can encode: no NUL, no half of a surrogate pair. */
const storable = /^[^\0\p{Cs}]*$/u
export const isStorable = (text: string) => storable.test(text)
export const notText = 'tem um caractere que não é texto'

/** A text of 1 to `max` characters once it is trimmed. */
export const texto = (max: number) =>
  z
    .string({ error: 'deve ser um texto' })
    .transform((text) => text.trim())
    .superRefine((text, context) => {
      if (text === '') context.addIssue({ code: 'custom', message: 'não pode ficar em branco' })
      if ([...text].length > max) context.addIssue({ code: 'custom', message: `deve ter no máximo ${max} caracteres` })
      if (!isStorable(text)) context.addIssue({ code: 'custom', message: notText })
    })

/** Text as it is typed, with all its spaces. Drops NUL and replaces half characters: nobody types them on purpose. */
export const textoDigitado = (max: number) =>
  z
    .string({ error: 'deve ser um texto' })
    .max(max, `deve ter no máximo ${max.toLocaleString('pt-BR')} caracteres`)
    .transform((text) => text.replaceAll('\0', '').toWellFormed())

export const twice = 'foi enviado mais de uma vez'
const single = (missing: string) =>
  z
    .string({ error: ({ input }: { input?: unknown }) => (input === undefined ? missing : twice) })
    .refine(isStorable, notText)

/** One value of a query; `''` counts as absent, twice is a mistake. docs/interface.md: Errors. */
export const parameter = <T extends z.ZodType<unknown, string>>(schema: T) =>
  z.preprocess(whenSent, single(twice).pipe(schema).optional())

/** What was typed into a search field, without blanks around it; blanks alone count as absent. */
export const termo = parameter(
  z
    .string()
    .trim()
    .max(120, 'é longo demais')
    .transform((value) => value || undefined),
)

/** One value of a query that must be there. */
export const requiredParameter = <T extends z.ZodType<unknown, string>>(schema: T, missing = 'é obrigatório') =>
  z.preprocess(whenSent, single(missing).pipe(schema))

/** The key of a row in an address or a query, in plain digits; beyond `maxRowId` it is `noRow`, and so unknown. */
export const rowIdText = z
  .string({ error: twice })
  .regex(/^0*[1-9]\d*$/, 'deve ser um número inteiro maior que zero, só com dígitos')
  .transform((text) => rowIdOf(Number(text)))

/** Whether the text begins with a day that exists in the calendar. */
export function isDay(text: string): boolean {
  const [ano, mes, dia] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))]
  // PostgreSQL's calendar has no year 0.
  if (ano < 1 || mes < 1 || mes > 12 || dia < 1) return false
  if (dia <= 28) return true
  const day = new Date(0)
  day.setUTCFullYear(ano, mes - 1, dia)
  return day.getUTCMonth() === mes - 1
}

/** `YYYY-MM-DD`, a day that exists in the calendar. */
export const diaSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, { error: 'deve ter a forma AAAA-MM-DD', abort: true })
  .refine(isDay, 'não existe no calendário')

/** `HH:MM`. */
export const horaSchema = z
  .string({ error: 'deve ser um texto' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'deve ter a forma HH:MM')

const dia = parameter(diaSchema).meta({ type: 'string', format: 'date' })

/** A period from one day to another, both included. Use it with `datesInOrder` on the whole query. */
export const periodo = { data_inicio: dia, data_fim: dia }
type Periodo = z.output<z.ZodObject<typeof periodo>>

const dataFim: string[] = ['data_fim']

/** The refinement of a query with a period. It also runs beside other mistakes, as long as both dates are valid. */
export const datesInOrder = [
  ({ data_inicio, data_fim }: Periodo) => !data_inicio || !data_fim || data_fim >= data_inicio,
  {
    path: dataFim,
    error: 'deve ser igual ou posterior a data_inicio',
    when: ({ issues, value }: z.core.ParsePayload) =>
      typeof value === 'object' && !issues.some((issue) => /^data_/.test(String(issue.path?.[0]))),
  },
] as const

export const notAnEnd = 'não é o fim de uma página: comece pela primeira'
/** The last millisecond of the year 9999. */
export const lastInstant = new Date(253_402_300_799_999)

/** Where a page ended, as a query names it: the instant of its last row in milliseconds, a hyphen, and the row's id. */
export const pageEnd = <Id>(id: RegExp, read: (text: string) => Id) =>
  parameter(
    z
      .string()
      .regex(new RegExp(`^\\d{1,15}-${id.source}$`), notAnEnd)
      .transform((text) => {
        const at = text.indexOf('-')
        return { em: new Date(Number(text.slice(0, at))), id: read(text.slice(at + 1)) }
      })
      .refine(({ em, id }) => em <= lastInstant && (typeof id !== 'number' || id <= maxRowId), notAnEnd),
  )
export const apos = pageEnd(/\d{1,10}/, Number)
export const guid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
export const aposGuid = pageEnd(guid, String)

/** The end of a page as answers write it; null on the last page. */
export const tellEnd = (end: { em: Date; id: number | string } | null) => end && `${end.em.getTime()}-${end.id}`
export const proximaPagina = z.string().nullable().describe('Onde a próxima página começa; null na última')
