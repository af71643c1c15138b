import * as z from 'zod'
import { requiredParameter, success } from '../../http/wire.ts'
import { clienteCampos, servicoCampos } from './cliente.ts'

/** A service as the call window shows it: never a login's `senha`. */
export const servicoResumo = z
  .object(servicoCampos)
  .omit({ id_servico: true, valor: true, senha: true, ipv4: true, ipv6: true })
  .extend({ endereco_instalacao: z.string().nullable().describe('Endereço completo em uma linha') })
export type ServicoResumo = z.infer<typeof servicoResumo>

/** Who a customer is, wherever one is named. */
export const clienteIdentidade = z.object(clienteCampos).pick({
  id_cliente: true,
  codigo_cliente: true,
  nome_razaosocial: true,
  nome_fantasia: true,
  tipo_pessoa: true,
})

/** A customer as the call window and the search show it. The document is masked; it is never whole on the socket. */
export const clienteResumo = clienteIdentidade.extend({
  cpf_cnpj_mascarado: z.string(),
  servicos: z.array(servicoResumo),
})
export type ClienteResumo = z.infer<typeof clienteResumo>

export const clientesBuscaQuery = z.object({
  termo: requiredParameter(z.string().trim().min(1, 'é obrigatório').max(120, 'é longo demais')),
})
export const clientesBuscaAnswer = z.object({
  ...success,
  clientes: z.array(clienteResumo).describe('No máximo 20, os mais prováveis primeiro'),
  total: z.int().nullable().describe('Quantos há; null: são mais, e /busca/total os conta'),
  digite_mais: z.boolean().describe('O que foi digitado é pouco para procurar'),
})
export const clientesBuscaTotalAnswer = z.object({
  ...success,
  total: z.int().describe('Exato até limite; maior do que ele: há mais'),
  limite: z.int(),
})
export const documentoAnswer = z.object({ ...success, cpf_cnpj: z.string().describe('Com a pontuação usual') })
