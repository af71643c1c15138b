import { z } from 'zod'
import { atendimento } from '../../atendimento/wire.ts'
import { clienteResumo } from '../../cliente/wire/resumo.ts'
import { errorBody } from '../../http/wire/error.ts'
import { positiveInteger } from '../../http/wire/field.ts'
import { ligacao } from './ligacao.ts'

/**
 * The screens' own HTTP interface, below `/api/painel`, opened by the session cookie alone (an integration token opens
 * none of it). Every answer has the envelope `{ status: 'success', msg, … }`; refusals have the shape of `./error.ts`.
 *
 *   GET   /api/painel/eu                              who is signed in
 *   POST  /api/painel/ligacoes/:id/fechar             the agent closes the window
 *   POST  /api/painel/ligacoes/:id/cliente            { id_cliente } links the call to a customer
 *   POST  /api/painel/ligacoes/:id/atendimento        opens the ticket (idempotent: the same one again)
 *   GET   /api/painel/atendimentos?estado=aberto|fechado  the agent's own tickets, newest first, at most 50
 *   PATCH /api/painel/atendimentos/:id                { versao, descricao?, estado? } 409 when another tab saved since
 *   GET   /api/painel/clientes/busca?termo=…          at most 20 customers, best first
 *   POST  /api/painel/clientes/:id/documento          the whole CPF/CNPJ; the reveal is put on record
 */
export const papel = z.enum(['atendente', 'supervisor', 'administrador'])
export type Papel = z.infer<typeof papel>

const success = { status: z.literal('success'), msg: z.string() }

export const usuarioAtual = z
  .object({
    id: z.int(),
    usuario: z.string(),
    nome: z.string(),
    papel,
    ramal: z.string().nullable(),
    identificador_interno: z.string().nullable(),
  })
  .meta({ id: 'UsuarioAtual' })
export type UsuarioAtual = z.infer<typeof usuarioAtual>

export const euAnswer = z.object({ ...success, usuario: usuarioAtual })
export const ligacaoAnswer = z.object({ ...success, ligacao })
export const linkClienteRequest = z.object({ id_cliente: positiveInteger() })

export const atendimentoAnswer = z.object({ ...success, atendimento, ligacao: ligacao.nullable() })

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

export const clientesBuscaQuery = z.object({
  termo: z.string().trim().min(1, 'é obrigatório').max(120, 'é longo demais'),
})
export const clientesBuscaAnswer = z.object({ ...success, clientes: z.array(clienteResumo) })
export const documentoAnswer = z.object({ ...success, cpf_cnpj: z.string().describe('Com a pontuação usual') })
