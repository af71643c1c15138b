import { z } from 'zod'
import { success } from '../../http/wire.ts'

/** A service as the call window shows it: never a login's `senha`. */
export const servicoResumo = z.object({
  id_cliente_servico: z.int(),
  numero_plano: z.int(),
  nome: z.string(),
  status: z.string(),
  status_prefixo: z.string(),
  tecnologia: z.string(),
  login: z.string(),
  endereco_instalacao: z.string().nullable().describe('Endereço completo em uma linha'),
})
export type ServicoResumo = z.infer<typeof servicoResumo>

/** A customer as the call window and the search show it. The document is masked; it is never whole on the socket. */
export const clienteResumo = z
  .object({
    id_cliente: z.int(),
    codigo_cliente: z.int(),
    nome_razaosocial: z.string(),
    nome_fantasia: z.string().nullable(),
    tipo_pessoa: z.string(),
    cpf_cnpj_mascarado: z.string(),
    servicos: z.array(servicoResumo),
  })
  .meta({ id: 'ClienteResumo' })
export type ClienteResumo = z.infer<typeof clienteResumo>

export const clientesBuscaQuery = z.object({
  termo: z.string().trim().min(1, 'é obrigatório').max(120, 'é longo demais'),
})
export const clientesBuscaAnswer = z.object({ ...success, clientes: z.array(clienteResumo) })
export const documentoAnswer = z.object({ ...success, cpf_cnpj: z.string().describe('Com a pontuação usual') })
