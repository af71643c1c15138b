import { z } from 'zod'
import { clienteListParams } from '../../cliente/wire/list.ts'
import { jsonBody, maxRowId, parameter, rowIdText, success, texto } from '../../http/wire.ts'
import { tipoEvento } from './evento.ts'

/**
 * The ledger on the screens, below `/api/painel/faturamento`, for the roles supervisor and administrador.
 *
 *   POST /api/painel/faturamento                  registers an event: the integration's own body, answer (and the total in cents) and Idempotency-Key
 *   GET  /api/painel/faturamento?cliente=…&apos=… 50 events after the cursor `apos`, the newest first
 *   GET  /api/painel/faturamento/totais?…         count and sums of what is filtered
 *   GET  /api/painel/faturamento/autores          who to filter by
 *   GET  /api/painel/faturamento/exportar?…       CSV of what is filtered; put on record
 *   POST /api/painel/faturamento/:id/estorno      { motivo, alcance? } reverses one event or its whole registration, once
 *   GET  /api/painel/tipos_servico                the service types, disabled ones included
 *   POST /api/painel/tipos_servico                administrador: { descricao, display? }
 *   POST /api/painel/tipos_servico/:id            administrador: { ativo }
 */
const autor = z
  .string()
  .regex(/^(usuario|token):0*[1-9]\d*$/, 'deve ser usuario:<id> ou token:<id>')
  .transform((text) => {
    const [tipo, id] = text.split(':') as ['usuario' | 'token', string]
    return { tipo, id: rowIdText.parse(id) }
  })

const { data_inicio, data_fim } = clienteListParams.shape
const filters = {
  cliente: parameter(rowIdText),
  data_inicio,
  data_fim,
  tipo: parameter(tipoEvento),
  autor: parameter(autor),
}
type Dates = { data_inicio?: string | undefined; data_fim?: string | undefined }
const inOrder = ({ data_inicio, data_fim }: Dates) => !data_inicio || !data_fim || data_fim >= data_inicio
const datesInOrder = { path: ['data_fim'], error: 'deve ser igual ou posterior a data_inicio' }

export const ledgerFilter = z.object(filters).refine(inOrder, datesInOrder)
export type LedgerFilter = z.output<typeof ledgerFilter>

const elsewhere = 'não é o fim de uma página: comece pela primeira'
/** The last millisecond of the year 9999. */
const lastInstant = 253_402_300_799_999

/** Where a page ended: the instant of its last event in milliseconds, a hyphen, and its id. */
const apos = parameter(
  z
    .string()
    .regex(/^\d{1,15}-\d{1,10}$/, elsewhere)
    .transform((text) => {
      const [criadoEmMs = 0, id = 0] = text.split('-').map(Number)
      return { criadoEmMs, id }
    })
    .refine(({ criadoEmMs, id }) => criadoEmMs <= lastInstant && id <= maxRowId, elsewhere),
)
export const ledgerQuery = z.object({ ...filters, apos }).refine(inOrder, datesInOrder)
export type LedgerQuery = z.output<typeof ledgerQuery>

export const eventoListado = z.object({
  id_evento_faturamento: z.int(),
  lancamento: z.string().describe('O cadastro a que a parcela pertence'),
  tipo: tipoEvento,
  descricao: z.string(),
  valor_centavos: z.int(),
  parcela: z.int(),
  total_parcelas: z.int(),
  proximo_faturamento: z.boolean(),
  mes: z.int().nullable(),
  ano: z.int().nullable(),
  criado_em: z.iso.datetime(),
  cliente: z.object({ id_cliente: z.int(), codigo_cliente: z.int(), nome_razaosocial: z.string() }),
  servico: z.object({ id_cliente_servico: z.int(), nome: z.string() }),
  tipo_servico: z.object({ id_tipo_servico: z.int(), display: z.string() }),
  autor: z.object({ tipo: z.enum(['usuario', 'token']), nome: z.string() }).nullable(),
  estorno_de: z.int().nullable().describe('O evento que este desfaz'),
  motivo_estorno: z.string().nullable(),
  estornado_por: z.int().nullable().describe('O evento que desfaz este'),
})
export type EventoListado = z.infer<typeof eventoListado>

export const ledgerAnswer = z.object({
  ...success,
  eventos: z.array(eventoListado),
  apos: z.string().nullable().describe('Onde a próxima página começa; null na última'),
})

export const totaisFaturamento = z.object({
  eventos: z.int(),
  acrescimo_centavos: z.int(),
  desconto_centavos: z.int(),
  saldo_centavos: z.int().describe('Acréscimos menos descontos; um estorno conta do outro lado'),
})
export type TotaisFaturamento = z.infer<typeof totaisFaturamento>
export const totaisAnswer = z.object({ ...success, totais: totaisFaturamento })

export const autorOpcao = z.object({ autor: z.string().describe('usuario:<id> ou token:<id>'), nome: z.string() })
export type AutorOpcao = z.infer<typeof autorOpcao>
export const autoresAnswer = z.object({ ...success, autores: z.array(autorOpcao) })

const maxMotivo = 500
export const estornoRequest = jsonBody({
  motivo: z.preprocess((value) => value ?? '', texto(maxMotivo)),
  alcance: z
    .enum(['evento', 'lancamento'], { error: 'deve ser evento ou lancamento' })
    .default('evento')
    .describe('lancamento: todas as parcelas do cadastro que ainda não foram estornadas'),
})
export type EstornoRequest = z.output<typeof estornoRequest>

export const estornoAnswer = z.object({
  ...success,
  eventos_faturamento: z.array(z.object({ id_evento_faturamento: z.int(), estorno_de: z.int() })),
})
