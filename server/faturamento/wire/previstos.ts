import * as z from 'zod'
import { eventoListado } from './ledger.ts'

/** What is still to be charged in one month, or in the next billing. */
export const faturamentoPrevisto = z.object({
  em: z.object({ mes: z.int(), ano: z.int() }).nullable().describe('null: no próximo faturamento'),
  total_centavos: z.int().describe('Acréscimos menos descontos de todos os eventos do mês'),
  quantos: z.int(),
  eventos: z
    .array(
      eventoListado.pick({
        id_evento_faturamento: true,
        tipo: true,
        descricao: true,
        valor_centavos: true,
        parcela: true,
        total_parcelas: true,
      }),
    )
    .describe('No máximo 5'),
})
export type FaturamentoPrevisto = z.infer<typeof faturamentoPrevisto>
