import * as z from 'zod'
import { eventoListado } from '../faturamento/wire/ledger.ts'
import {
  aposGuid,
  datesInOrder,
  guid,
  pageEnd,
  parameter,
  periodo,
  proximaPagina,
  rowIdText,
  success,
} from '../http/wire.ts'
import { atendimento, contado, estadoLigacao, ligacao, quem } from '../ligacao/wire/ligacao.ts'

/** A call as lists show it. */
const ligacaoPassada = ligacao
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

/** A call in the history, with its customer's name and the first words of its ticket. */
const ligacaoListada = ligacaoPassada.extend({
  cliente: z.object({ id_cliente: z.int(), nome_razaosocial: z.string() }).nullable(),
  palavras: z.string().nullable().describe('As primeiras palavras do atendimento'),
})
export type LigacaoListada = z.infer<typeof ligacaoListada>

/** States to filter by: `atendida` is whatever was attended, however it ended. */
const estados = [...estadoLigacao.options, 'atendida'] as const
const estadoFiltro = z.enum(estados, { error: `deve ser um de ${estados.join(', ')}` })
export type EstadoFiltro = z.infer<typeof estadoFiltro>

/** `busca` is a telephone in any spelling, a protocol or its beginning, words of the customer's name or of the ticket. */
const filtered = z.object({
  busca: parameter(z.string().max(120, 'deve ter no máximo 120 caracteres')),
  estado: parameter(estadoFiltro),
  ...periodo,
  usuario: parameter(rowIdText),
})

/**
 * `GET /api/painel/ligacoes?busca=…&estado=…&data_inicio=…&data_fim=…&usuario=…&apos=…`: 50 calls after the cursor `apos`,
 * newest first, as far back as calls are kept; fewer, or none, where the page looked through many for a common word.
 */
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

/** The users by whom the list can be filtered. */
export const usuariosAnswer = z.object({ ...success, usuarios: z.array(quem.extend({ id: z.int() })) })

/** The kinds of items in a customer's timeline. Of two items of one instant, the kind named later here stands first. */
export const tipoLinha = z.enum(['chamada', 'atendimento', 'faturamento'], {
  error: 'deve ser chamada, atendimento ou faturamento',
})
export type TipoLinha = z.infer<typeof tipoLinha>

/** Where a page ended: the instant of its last item, the first letter of the item's kind, and its id. */
const aposLinha = pageEnd(new RegExp(`(c${guid.source}|[af][1-9]\\d{0,9})`), (text) =>
  text.startsWith('c')
    ? { tipo: 'chamada' as const, id: text.slice(1) }
    : {
        tipo: text.startsWith('a') ? ('atendimento' as const) : ('faturamento' as const),
        id: rowIdText.parse(text.slice(1)),
      },
)

/**
 * `GET /api/painel/clientes/17/linha_do_tempo?ligacao=…&tipo=…&apos=…`: calls, tickets and billing events of a
 * customer, 30 a page, newest first. `ligacao` is a call of this customer and of the user who asks; supervisors may
 * leave it out.
 */
export const linhaDoTempoQuery = z.object({
  ligacao: parameter(
    z
      .string()
      .toLowerCase()
      .regex(new RegExp(`^${guid.source}$`), 'não é o id de uma chamada'),
  ),
  tipo: parameter(tipoLinha),
  apos: aposLinha,
})
export type LinhaDoTempoQuery = z.output<typeof linhaDoTempoQuery>
export type AposLinha = NonNullable<LinhaDoTempoQuery['apos']>

const alheio = 'null: de outra pessoa, para quem só vê o que é seu'
const instante = { em: z.iso.datetime() }

const chamadaNaLinha = ligacaoPassada
  .pick({ id: true, estado: true, ramal: true, atendida_em: true, encerrada_por: true, conversa_segundos: true })
  .extend({
    tipo: z.literal('chamada'),
    ...instante,
    usuario: z.string(),
    telefone_formatado: z.string().nullable().describe(alheio),
    origem: z.string().nullable(),
    protocolo_formatado: z.string().nullable(),
  })

const atendimentoNaLinha = atendimento
  .pick({ id: true, protocolo_formatado: true, estado: true, fechado_em: true })
  .extend({
    tipo: z.literal('atendimento'),
    ...instante,
    usuario: z.string(),
    motivo: z.string().nullable(),
    desfecho: z.string().nullable(),
    palavras: z.string().nullable().describe(`As primeiras 2.000 letras; ${alheio}`),
  })

/** One registration, with all its installments together. */
const faturamentoNaLinha = eventoListado.pick({ descricao: true, autor: true, motivo_estorno: true }).extend({
  tipo: z.literal('faturamento'),
  id: z.int().describe('O id_evento_faturamento da primeira parcela'),
  ...instante,
  evento: eventoListado.shape.tipo,
  servico: z.string(),
  valor_centavos: z.int().describe('De todas as parcelas'),
  parcelas: z.int(),
  estornadas: z.int().describe('Quantas delas foram desfeitas'),
  estorno: z.boolean().describe('Desfaz outro evento'),
})

const itemDaLinha = z.discriminatedUnion('tipo', [chamadaNaLinha, atendimentoNaLinha, faturamentoNaLinha])
export type ItemDaLinha = z.infer<typeof itemDaLinha>
export type ItemDe<T extends TipoLinha> = Extract<ItemDaLinha, { tipo: T }>

export const linhaDoTempoAnswer = z.object({ ...success, itens: z.array(itemDaLinha), apos: proximaPagina })
