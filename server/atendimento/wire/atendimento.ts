import { z } from 'zod'
import { errorBody, jsonBody, parameter, rowId, success, textoDigitado, version } from '../../http/wire.ts'

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
    usuario_id: z.int().describe('De quem é: só ela escreve'),
    descricao: z.string(),
    id_motivo: z.int().nullable(),
    id_desfecho: z.int().nullable(),
    estado: estadoAtendimento,
    versao: z.int().describe('Cresce a cada alteração; quem salva diz qual leu'),
    criado_em: z.iso.datetime(),
    fechado_em: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Atendimento' })
export type Atendimento = z.infer<typeof atendimento>

/** A ticket in the agent's list of open ones: whose it is, beside the ticket itself. */
export const atendimentoListado = atendimento.extend({
  passado_de: z.string().nullable().describe('O nome de quem passou'),
  cliente: z
    .object({ id_cliente: z.int(), codigo_cliente: z.int(), nome_razaosocial: z.string() })
    .nullable()
    .describe('null: ninguém disse ainda de quem é'),
})
export const atendimentosQuery = z.object({
  estado: parameter(estadoAtendimento).transform((estado) => estado ?? 'aberto'),
})
export const atendimentosAnswer = z.object({ ...success, atendimentos: z.array(atendimentoListado) })
export type AtendimentoListado = z.infer<typeof atendimentoListado>

/** The body of the 409: the refusal, and the ticket as it stands now, so that the words typed here can be reconciled. */
export const conflitoAtendimento = errorBody.extend({ atendimento })

/** One of a list of options; null takes the choice back, absent leaves it. */
const escolha = z.union([z.null(), rowId()], { error: 'deve ser o id de uma opção, ou null' }).optional()

/** Closing a ticket and what came of it go in one request. */
export const saveAtendimentoRequest = jsonBody({
  versao: version,
  descricao: textoDigitado(20_000).optional(),
  estado: estadoAtendimento.optional(),
  id_motivo: escolha,
  id_desfecho: escolha,
})
export type SaveAtendimentoRequest = z.infer<typeof saveAtendimentoRequest>
