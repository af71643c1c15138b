import { z } from 'zod'
import { identificadorInterno, optional, positiveInteger, ramal, telefone } from '../../http/wire/field.ts'

const maxParamsBytes = 16 * 1024

const ligacaoParams = z
  .record(z.string(), z.unknown(), { error: 'deve ser um objeto JSON' })
  .refine((params) => new TextEncoder().encode(JSON.stringify(params)).length <= maxParamsBytes, {
    error: 'deve ter no máximo 16 KiB',
  })

/** Body of notify and cancel alike. spec: Endpoints 1 and 2. */
export const ligacaoRequest = z
  .object(
    {
      ramal: optional(ramal).describe('Ramal do usuário; obrigatório sem identificador_interno'),
      identificador_interno: optional(identificadorInterno).describe(
        'Identificador interno do usuário; obrigatório sem ramal',
      ),
      codigo_cliente: optional(positiveInteger()).describe('Código de um cliente existente'),
      id_cliente: optional(positiveInteger()).describe('Id de um cliente existente'),
      telefone: optional(telefone).describe('Telefone externo da ligação'),
      ligacao_params: optional(ligacaoParams).describe('Parâmetros da ligação'),
    },
    { error: 'deve ser um objeto JSON' },
  )
  .superRefine(
    (body, context) => {
      const { ramal, identificador_interno } = body as { ramal?: unknown; identificador_interno?: unknown }
      const absent = (value: unknown) => value === undefined || value === null || value === ''
      if (!absent(ramal) || !absent(identificador_interno)) return
      context.addIssue({
        code: 'custom',
        path: ['ramal'],
        message: 'é obrigatório quando identificador_interno não é enviado',
      })
      context.addIssue({
        code: 'custom',
        path: ['identificador_interno'],
        message: 'é obrigatório quando ramal não é enviado',
      })
    },
    { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  )
  .meta({ id: 'LigacaoRequisicao' })

export type LigacaoRequest = z.output<typeof ligacaoRequest>

export const notifyAnswer = z.object({
  status: z.literal('success'),
  msg: z.literal('Ligação notificada com sucesso'),
})

export const cancelAnswer = z.object({
  status: z.literal('success'),
  msg: z.literal('Ligação cancelada com sucesso'),
})
