import { z } from 'zod'
import { clienteListParams } from '../../cliente/wire/list.ts'
import { success } from '../../http/wire.ts'
import { texto, tipoEvento } from './evento.ts'

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
const once = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())

const { data_inicio, data_fim } = clienteListParams.shape
const filters = {
  cliente: once(
    z
      .string({ error: 'foi enviado mais de uma vez' })
      .regex(/^\d{1,9}$/, 'deve ser o id de um cliente')
      .transform(Number),
  ),
  data_inicio,
  data_fim,
  tipo: once(tipoEvento),
  autor: once(
    z
      .string({ error: 'foi enviado mais de uma vez' })
      .regex(/^(usuario|token):\d{1,9}$/, 'deve ser usuario:<id> ou token:<id>'),
  ),
}
type Dates = { data_inicio?: string | undefined; data_fim?: string | undefined }
const inOrder = ({ data_inicio, data_fim }: Dates) => !data_inicio || !data_fim || data_fim >= data_inicio
const datesInOrder = { path: ['data_fim'], error: 'deve ser igual ou posterior a data_inicio' }

export const ledgerFilter = z.object(filters).refine(inOrder, datesInOrder)
export type LedgerFilter = z.output<typeof ledgerFilter>

const apos = once(z.string().regex(/^\d{1,15}-\d{1,10}$/, 'não é o fim de uma página: comece pela primeira'))
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
export const estornoRequest = z.object(
  {
    motivo: z.preprocess((value) => value ?? '', texto(maxMotivo)),
    alcance: z
      .enum(['evento', 'lancamento'], { error: 'deve ser evento ou lancamento' })
      .default('evento')
      .describe('lancamento: todas as parcelas do cadastro que ainda não foram estornadas'),
  },
  { error: 'deve ser um objeto JSON' },
)
export type EstornoRequest = z.output<typeof estornoRequest>

export const estornoAnswer = z.object({
  ...success,
  eventos_faturamento: z.array(z.object({ id_evento_faturamento: z.int(), estorno_de: z.int() })),
})
