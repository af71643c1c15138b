import { z } from 'zod'
import { clienteVisivel } from '../cliente/wire/browse.ts'
import { aposGuid, datesInOrder, parameter, periodo, proximaPagina, rowIdText, success } from '../http/wire.ts'
import { atendimento, contado, estadoLigacao, ligacao, quem } from '../ligacao/wire/ligacao.ts'

/** A call as lists tell it. */
export const ligacaoPassada = ligacao
  .pick({
    id: true,
    estado: true,
    ramal: true,
    telefone_formatado: true,
    notificada_em: true,
    atendida_em: true,
    encerrada_em: true,
    encerrada_por: true,
  })
  .extend(contado.omit({ telefone: true }).shape)
  .extend({
    usuario: quem,
    protocolo_formatado: z.string().nullable(),
    conversa_segundos: z.int().nullable().describe('De atendida a encerrada; null quando não se sabe'),
  })
export type LigacaoPassada = z.infer<typeof ligacaoPassada>

export const atendimentoPassado = atendimento.omit({ versao: true }).extend({ usuario: quem })
export type AtendimentoPassado = z.infer<typeof atendimentoPassado>

/** One customer with their past calls and tickets. */
export const clientePagina = clienteVisivel.extend({
  ligacoes: z.array(ligacaoPassada).describe('As mais recentes primeiro, no máximo 50'),
  total_ligacoes: z.int(),
  atendimentos: z.array(atendimentoPassado).describe('Os mais recentes primeiro, no máximo 50'),
  total_atendimentos: z.int(),
})
export type ClientePagina = z.infer<typeof clientePagina>
export const clientePaginaAnswer = z.object({ ...success, cliente: clientePagina })

/** A call in the list of those gone by: with its customer by name, and what its ticket begins with. */
export const ligacaoListada = ligacaoPassada.extend({
  cliente: z.object({ id_cliente: z.int(), nome_razaosocial: z.string() }).nullable(),
  palavras: z.string().nullable().describe('As primeiras palavras do atendimento'),
})
export type LigacaoListada = z.infer<typeof ligacaoListada>

/** States to filter by: `atendida` is whatever was attended, however it ended. */
export const estadoFiltro = z.enum([...estadoLigacao.options, 'atendida'])
export type EstadoFiltro = z.infer<typeof estadoFiltro>

/**
 * `GET /api/painel/ligacoes?busca=…&estado=…&data_inicio=…&data_fim=…&usuario=…&apos=…`: 50 calls after the cursor `apos`,
 * newest first, as far back as calls are kept. `busca` is a telephone in any spelling, a protocol or its beginning, words of
 * the customer's name or of the ticket.
 */
const filtered = z.object({
  busca: parameter(z.string().max(120, 'deve ter no máximo 120 caracteres')),
  estado: parameter(z.enum(estadoFiltro.options, { error: `deve ser um de ${estadoFiltro.options.join(', ')}` })),
  ...periodo,
  usuario: parameter(rowIdText),
})
export const ligacoesQuery = filtered.extend({ apos: aposGuid }).refine(...datesInOrder)
export type LigacoesQuery = z.output<typeof ligacoesQuery>

/** `GET /api/painel/ligacoes/exportar?…`: all that these filters find, as CSV, for supervisors; put on record. */
export const ligacoesFilter = filtered.refine(...datesInOrder)
export type LigacoesFilter = z.output<typeof ligacoesFilter>
export const ligacoesAnswer = z.object({
  ...success,
  ligacoes: z.array(ligacaoListada),
  apos: proximaPagina,
  busca_curta: z.boolean().describe('A busca é curta demais para encontrar algo'),
})

/** Who may be filtered by. */
export const usuariosAnswer = z.object({ ...success, usuarios: z.array(quem.extend({ id: z.int() })) })
