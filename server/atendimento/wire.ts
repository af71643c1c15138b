import { z } from 'zod'
import { errorBody, jsonBody, parameter, success, textoDigitado, version } from '../http/wire.ts'

export const estadoAtendimento = z.enum(['aberto', 'fechado'], { error: 'deve ser aberto ou fechado' })

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
    estado: estadoAtendimento,
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
export const atendimentosQuery = z.object({
  estado: parameter(estadoAtendimento).transform((estado) => estado ?? 'aberto'),
})
export const atendimentosAnswer = z.object({ ...success, atendimentos: z.array(atendimentoListado) })
export type AtendimentoListado = z.infer<typeof atendimentoListado>

/** The body of the 409: the refusal, and the ticket as it stands now, so that the words typed here can be reconciled. */
export const conflitoAtendimento = errorBody.extend({ atendimento })

export const saveAtendimentoRequest = jsonBody({
  versao: version,
  descricao: textoDigitado(20_000).optional(),
  estado: estadoAtendimento.optional(),
})
export type SaveAtendimentoRequest = z.infer<typeof saveAtendimentoRequest>
