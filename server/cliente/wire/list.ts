import { z } from 'zod'
import { clienteSchema, diaSchema, type Relacao, relacoes } from './cliente.ts'

/** One value of a query parameter; `''` counts as absent, twice is a mistake. DESIGN: Errors. */
const one = <T extends z.ZodType<unknown, string>>(schema: T) =>
  z.preprocess(
    (value) => (value === '' ? undefined : value),
    z
      .string({ error: 'foi enviado mais de uma vez' })
      .regex(/^[^\0\p{Cs}]*$/u, 'tem um caractere que não é texto')
      .pipe(schema)
      .optional(),
  )

const dia = one(diaSchema.refine((text) => !text.startsWith('0000'), 'não existe no calendário')).meta({
  type: 'string',
  format: 'date',
})

const wholeNumber = one(
  z
    .string()
    .regex(/^\d+$/, 'deve ser um número inteiro maior que zero, só com dígitos')
    .transform(Number)
    .refine((number) => number > 0, 'deve ser um número inteiro maior que zero')
    .refine((number) => number <= Number.MAX_SAFE_INTEGER, 'número grande demais'),
).meta({ type: 'integer', exclusiveMinimum: 0 })

const choice = <T extends string>(...values: [T, ...T[]]) =>
  one(z.enum(values, { error: `deve ser ${values.join(' ou ')}` })).meta({ type: 'string', enum: values })

const relacaoList = one(
  z.string().transform((text, context) => {
    const names = text.split(',').map((name) => name.trim())
    const unknown = names.filter((name) => !relacoes.includes(name as Relacao))
    if (unknown.length > 0) {
      const told = unknown.slice(0, 10).map((name) => `"${name.slice(0, 50)}"`)
      const message = `tem relações desconhecidas (${told.join(', ')}); use as de: ${relacoes.join(', ')}`
      context.addIssue({ code: 'custom', message })
    }
    return names as Relacao[]
  }),
).meta({ type: 'string', description: `Lista separada por vírgulas, dentre ${relacoes.join(', ')}` })

/** Query of `GET /api/v1/integracao/cliente/all`. spec: Endpoints 3. */
export const clienteListParams = z
  .object({
    data_inicio: dia,
    data_fim: dia,
    cancelado: choice('nao', 'sim'),
    codigo_pacote: one(z.string()).meta({ type: 'string' }),
    relacoes: relacaoList,
    limit: wholeNumber,
    offset: wholeNumber,
    order_by: choice('data_cadastro', 'data_fechamento'),
    order_type: choice('asc', 'desc'),
  })
  .superRefine(
    ({ data_inicio, data_fim }, context) => {
      if (data_inicio && data_fim && data_fim < data_inicio)
        context.addIssue({ code: 'custom', path: ['data_fim'], message: 'deve ser igual ou posterior a data_inicio' })
    },
    // Beside other mistakes too, as long as both dates are dates.
    {
      when: ({ issues, value }) =>
        typeof value === 'object' && !issues.some((issue) => /^data_/.test(String(issue.path?.[0]))),
    },
  )

export type ClienteListParams = z.infer<typeof clienteListParams>

/** Body of the listing. spec: Endpoints 3. */
export const clienteListAnswer = z
  .object({
    status: z.literal('success'),
    msg: z.literal('Dados consultados com sucesso'),
    clientes: z.array(clienteSchema),
  })
  .meta({ id: 'ListaClientes' })
