import { z } from 'zod'
import { atendimento } from '../../atendimento/wire.ts'
import { clienteVisivel } from '../../cliente/wire/browse.ts'
import { parameter, success } from '../../http/wire.ts'
import { estadoLigacao, ligacaoPassada, quem } from './ligacao.ts'

export const atendimentoPassado = atendimento.omit({ versao: true }).extend({ usuario: quem })
export type AtendimentoPassado = z.infer<typeof atendimentoPassado>

/** One customer with what has passed between her and the desk. */
export const clientePagina = clienteVisivel.extend({
  ligacoes: z.array(ligacaoPassada).describe('As mais recentes primeiro, no máximo 50'),
  total_ligacoes: z.int(),
  atendimentos: z.array(atendimentoPassado).describe('Os mais recentes primeiro, no máximo 50'),
  total_atendimentos: z.int(),
})
export type ClientePagina = z.infer<typeof clientePagina>
export const clientePaginaAnswer = z.object({ ...success, cliente: clientePagina })

/** A call in the list of those gone by: with its customer, by name. */
export const ligacaoListada = ligacaoPassada.extend({
  cliente: z.object({ id_cliente: z.int(), nome_razaosocial: z.string() }).nullable(),
})
export type LigacaoListada = z.infer<typeof ligacaoListada>

/** `GET /api/painel/ligacoes?estado=…&apos=…`: 50 calls of the last 30 days after the cursor `apos`, newest first. */
export const ligacoesQuery = z.object({
  estado: parameter(z.enum(estadoLigacao.options, { error: `deve ser um de ${estadoLigacao.options.join(', ')}` })),
  apos: parameter(
    z
      .string()
      .regex(/^\d{13}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'não é o fim de uma página: comece pela primeira'),
  ),
})
export const ligacoesAnswer = z.object({
  ...success,
  ligacoes: z.array(ligacaoListada),
  apos: z.string().nullable().describe('Onde a próxima página começa; null na última'),
})
