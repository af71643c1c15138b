import * as z from 'zod'
import { servicoConexao } from '../cliente/wire/conexao.ts'
import { faturamentoPrevisto } from '../faturamento/wire/previstos.ts'
import { success } from '../http/wire.ts'
import { atendimento, estadoAtendimento } from '../ligacao/wire/ligacao.ts'

/** A ticket of the customer, whoever's it is. */
const atendimentoContexto = z.object({
  id: z.int(),
  protocolo_formatado: z.string(),
  estado: estadoAtendimento,
  criado_em: z.iso.datetime(),
  usuario: z.string().describe('O nome de quem atende'),
  palavras: z.string().nullable().describe('As primeiras palavras; null quando são de outra pessoa'),
  proprio: atendimento.nullable().describe('Inteiro, quando é da própria pessoa e está aberto: pode ser continuado'),
})
export type AtendimentoContexto = z.infer<typeof atendimentoContexto>

/** `GET /api/painel/ligacoes/:id/contexto`: what the desk knows of the caller, beyond what the call itself tells. */
const contexto = z.object({
  chamadas: z
    .object({ hoje: z.int(), trinta_dias: z.int() })
    .describe('Até esta, com ela; do cliente, ou do telefone enquanto ninguém disse quem é'),
  servicos: z.array(servicoConexao),
  abertos: z
    .array(atendimentoContexto)
    .describe('Os próprios primeiro, depois os mais recentes; no máximo 10, sem o desta chamada'),
  fechados: z.array(atendimentoContexto).describe('Os mais recentes primeiro, no máximo 3'),
  faturamento: z.array(faturamentoPrevisto).describe('O próximo faturamento e os meses seguintes, no máximo 3'),
})
export type Contexto = z.infer<typeof contexto>
export const contextoAnswer = z.object({ ...success, contexto })
