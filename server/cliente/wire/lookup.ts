import { z } from 'zod'

/** What a customer can be looked up by. */
export const buscas = [
  'nome_razaosocial',
  'nome_fantasia',
  'cpf_cnpj',
  'codigo_cliente',
  'id_cliente',
  'telefone',
  'login',
  'id_cliente_servico',
] as const
export type Busca = (typeof buscas)[number]

const maxTermo = 200
const twice = 'foi enviado mais de uma vez'
const required = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema)
const sentence = (missing: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? missing : twice),
})
const listed = buscas.join(', ')

const limit = z
  .string({ error: twice })
  .regex(/^\d{1,9}$/, 'deve ser um número inteiro de 1 a 100')
  .transform(Number)
  .refine((number) => number >= 1 && number <= 100, 'deve ser um número inteiro de 1 a 100')

/** Query of `GET /api/v1/integracao/cliente`. A term that the kind of search cannot mean is refused by the operation. */
export const clienteLookupParams = z.object({
  busca: required(
    z
      .string(sentence(`é obrigatório: use um de ${listed}`))
      .pipe(z.enum(buscas, { error: `deve ser um de ${listed}` })),
  ).meta({ type: 'string', enum: [...buscas] }),
  termo_busca: required(
    z
      .string(sentence('é obrigatório'))
      .trim()
      .min(1, 'não pode ficar em branco')
      .max(maxTermo, `deve ter no máximo ${maxTermo} caracteres`)
      .regex(/^[^\0\p{Cs}]*$/u, 'tem um caractere que não é texto'),
  ).meta({ type: 'string' }),
  limit: z
    .preprocess((value) => (value === '' ? undefined : value), limit.default(5))
    .meta({ type: 'integer', minimum: 1, maximum: 100, default: 5 }),
})
