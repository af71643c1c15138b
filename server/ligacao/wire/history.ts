import { z } from 'zod'
import { atendimento } from '../../atendimento/wire.ts'
import { clienteVisivel } from '../../cliente/wire/browse.ts'
import { success } from '../../http/wire.ts'
import { ligacaoPassada, quem } from './ligacao.ts'

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
