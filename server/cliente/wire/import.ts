import { z } from 'zod'
import { diaSchema } from '../../http/wire.ts'
import { clienteCampos, clienteDatas, servicoCampos, servicoRelacoes } from './cliente.ts'

/** A service with all thirteen relations, as the export writes it and the generator makes it. */
export const exportedServicoSchema = z
  .object({ ...servicoCampos, ...servicoRelacoes })
  .meta({ id: 'ClienteServicoExportado' })

/**
 * One customer of the export: what the listing shows plus all thirteen relations, cancelled services and
 * `data_fechamento`, the day (`YYYY-MM-DD`) the whole contract was closed, null while it is open.
 * Importing it again loses nothing.
 */
export const exportedClienteSchema = z
  .object({
    ...clienteCampos,
    ...clienteDatas,
    data_fechamento: diaSchema.nullable(),
    servicos: z.array(exportedServicoSchema),
  })
  .meta({ id: 'ClienteExportado' })

export type ExportedServico = z.infer<typeof exportedServicoSchema>
export type ExportedCliente = z.infer<typeof exportedClienteSchema>

/** Texts that a file must state, be it as null: one that is missing would empty what is held. */
const stated = new Set(['tipo_pessoa', 'cpf_cnpj', 'senha'])

/**
 * The schema as an import takes it. Null and missing are one: null where that may be, an empty list, and an empty text
 * where a text may be empty. Numbers, dates and ids have no such value, so that none is ever made up.
 */
function lenient(schema: z.core.$ZodType, field = ''): z.core.$ZodType {
  if (schema instanceof z.ZodNullable) return orElse(lenient(schema.unwrap()), null)
  if (schema instanceof z.ZodArray) return orElse(z.array(lenient(schema.element)), [])
  // Nobody is found, or spoken to, without a name.
  if (field === 'nome_razaosocial') return schema
  if (schema instanceof z.ZodString && schema.safeParse('').success)
    return stated.has(field) ? schema.nullable().transform((text) => text ?? '') : orElse(schema, '')
  if (!(schema instanceof z.ZodObject)) return schema
  const fields = Object.entries<z.core.$ZodType>(schema.shape)
  const object = z.object(Object.fromEntries(fields.map(([name, each]) => [name, lenient(each, name)])))
  const empty = object.safeParse({})
  return empty.success ? orElse(object, empty.data) : object
}

const orElse = (schema: z.core.$ZodType, missing: unknown) => z.nullish(schema).transform((value) => value ?? missing)

/**
 * What the import accepts: an exported customer, or one as the listing of this or another system gives it. What may
 * be missing becomes null, an empty list or an empty text; never an invented value. Unknown fields are dropped.
 */
export const importedClienteSchema = lenient(exportedClienteSchema) as z.ZodType<ExportedCliente>
