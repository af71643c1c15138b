import * as z from 'zod'
import { isDay } from '../../http/wire.ts'
import { clienteCampos, clienteDatas, servicoCampos, servicoRelacoes } from './cliente.ts'

/** A service with all thirteen relations, as the export writes it and the generator makes it. */
const exportedServicoSchema = z.object({ ...servicoCampos, ...servicoRelacoes })

/**
 * One customer of the export: what the listing shows plus all thirteen relations, cancelled services and
 * `data_fechamento`, the day (`YYYY-MM-DD`) the whole contract was closed, null while it is open.
 * Importing it again loses nothing.
 */
export const exportedClienteSchema = z.object({
  ...clienteCampos,
  ...clienteDatas,
  data_fechamento: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/, 'must have the form YYYY-MM-DD')
    .refine(isDay, 'is no day of the calendar')
    .nullable(),
  servicos: z.array(exportedServicoSchema),
})

export type ExportedServico = z.infer<typeof exportedServicoSchema>
export type ExportedCliente = z.infer<typeof exportedClienteSchema>

/** Texts that a file must state, if only as null: without this rule, a missing one would empty the stored text. */
const stated = new Set(['tipo_pessoa', 'cpf_cnpj', 'senha'])

/**
 * Returns a function that fills in what may be missing from a value of the schema. Null and missing are one, but for
 * `stated`: they become null where the schema allows it, an empty list, or an empty text where it may be empty.
 * Numbers, dates and ids have no empty value, so that none is ever made up. Written by hand, because a schema that does
 * the same for every field takes ten times as long.
 */
function filler(schema: z.core.$ZodType, field = ''): (value: unknown) => unknown {
  if (schema instanceof z.ZodNullable) {
    const unwrapped = schema.unwrap()
    const fill = filler(unwrapped)
    // PHP writes an empty object as [].
    const isAbsent = unwrapped instanceof z.ZodObject ? isNothing : isMissing
    return (value) => (isAbsent(value) ? null : fill(value))
  }
  if (schema instanceof z.ZodArray) {
    const fill = filler(schema.element)
    return (value) => {
      if (!Array.isArray(value)) return isMissing(value) ? [] : value
      const filled = value.map(fill)
      return filled.every((each, at) => each === value[at]) ? value : filled
    }
  }
  // A name is never filled in: without one nobody can find the customer, or speak to them.
  if (field === 'nome_razaosocial') return same
  if (schema instanceof z.ZodString && schema.safeParse('').success)
    return (value) => (value === null || (value === undefined && !stated.has(field)) ? '' : value)
  if (!(schema instanceof z.ZodObject)) return same
  const fields = Object.entries<z.core.$ZodType>(schema.shape).map(
    ([name, each]) => [name, filler(each, name)] as const,
  )
  const fill = (value: Readonly<Record<string, unknown>>) => {
    // Most values lack nothing, and are not copied.
    let filled = value
    for (const [name, fillField] of fields) {
      const each = fillField(value[name])
      if (each !== value[name]) filled = { ...filled, [name]: each }
    }
    return filled
  }
  const mayLack = schema.safeParse(fill({})).success
  return (value) => (isObject(value) ? fill(value) : isMissing(value) && mayLack ? fill({}) : value)
}

const same = (value: unknown) => value
const isMissing = (value: unknown) => value === null || value === undefined
const isNothing = (value: unknown) => isMissing(value) || (Array.isArray(value) && value.length === 0)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What the import accepts: an exported customer, or one as the listing of this or another system gives it. What may
 * be missing becomes null, an empty list or an empty text; never an invented value. Unknown fields are dropped.
 */
export const importedClienteSchema = z.preprocess(filler(exportedClienteSchema), z.compile(exportedClienteSchema))
