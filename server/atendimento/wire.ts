import { z } from 'zod'
import { errorBody, success } from '../http/wire.ts'

/**
 * A support ticket. `protocolo` is digits only; `protocolo_formatado` is grouped for reading aloud.
 * docs/interface.md: Protocol.
 */
export const atendimento = z
  .object({
    id: z.int(),
    protocolo: z.string(),
    protocolo_formatado: z.string(),
    descricao: z.string(),
    estado: z.enum(['aberto', 'fechado']),
    versao: z.int().describe('Cresce a cada alteração; quem salva diz qual leu'),
    criado_em: z.iso.datetime(),
    fechado_em: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Atendimento' })
export type Atendimento = z.infer<typeof atendimento>

/** A ticket in the agent's list of open ones: whose it is, beside the ticket itself. */
export const atendimentoListado = atendimento.extend({
  cliente: z.object({ id_cliente: z.int(), codigo_cliente: z.int(), nome_razaosocial: z.string() }),
})
export const atendimentosAnswer = z.object({ ...success, atendimentos: z.array(atendimentoListado) })
export type AtendimentoListado = z.infer<typeof atendimentoListado>

/** The body of the 409: the refusal, and the ticket as it stands now, so that the words typed here can be reconciled. */
export const conflitoAtendimento = errorBody.extend({ atendimento })

export const saveAtendimentoRequest = z.object({
  versao: z.int(),
  descricao: z
    .string()
    .max(20_000, 'deve ter no máximo 20.000 caracteres')
    // PostgreSQL stores no NUL, and nobody types one on purpose.
    .transform((text) => text.replaceAll('\0', ''))
    .optional(),
  estado: z.enum(['aberto', 'fechado']).optional(),
})
export type SaveAtendimentoRequest = z.infer<typeof saveAtendimentoRequest>
