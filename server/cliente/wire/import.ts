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

const orNull = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)
const orEmptyList = <T extends z.ZodArray>(schema: T) => schema.nullish().transform((value) => value ?? [])
const orEmptyText = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

type MayBeMissing<Shape> = {
  [Field in keyof Shape]: Shape[Field] extends z.ZodNullable
    ? ReturnType<typeof orNull<Shape[Field]>>
    : Shape[Field] extends z.ZodArray
      ? ReturnType<typeof orEmptyList<Shape[Field]>>
      : Shape[Field]
}

/** The fields, of which those that may be null or are lists may be missing. */
const mayBeMissing = <Shape extends z.ZodRawShape>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => [
      field,
      schema instanceof z.ZodNullable ? orNull(schema) : schema instanceof z.ZodArray ? orEmptyList(schema) : schema,
    ]),
  ) as MayBeMissing<Shape>

/**
 * What the import accepts: an exported customer, or one as the listing of this or another system gives it. What may
 * be missing becomes null, an empty list or, for the telephones, empty text; never an invented value. Its output is
 * an `ExportedCliente`; unknown fields are dropped.
 */
export const importedClienteSchema = z.object({
  ...mayBeMissing({
    ...exportedClienteSchema.shape,
    servicos: z.array(z.object(mayBeMissing(exportedServicoSchema.shape))),
  }),
  telefone_primario: orEmptyText,
  telefone_secundario: orEmptyText,
  telefone_terciario: orEmptyText,
})
