import * as z from 'zod'
import { identificadorSchema, portaAtendimentoSchema, statusConexaoSchema } from './cliente.ts'

/** How a service is connected, as far as the imported data say; never a password. */
export const servicoConexao = z.object({
  id_cliente_servico: identificadorSchema,
  ipv4: z.string().nullable(),
  interface: z.object({ nome: z.string(), tipo: z.string() }).nullable(),
  equipamento: z.string().nullable().describe('Onde o assinante se conecta: a OLT, a antena, o switch'),
  porta_atendimento: portaAtendimentoSchema.nullable().describe('A caixa (CTO) e a porta'),
  status_conexao: statusConexaoSchema.nullable(),
})
export type ServicoConexao = z.infer<typeof servicoConexao>
