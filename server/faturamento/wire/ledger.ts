import * as z from 'zod'
import {
  apos,
  datesInOrder,
  jsonBody,
  parameter,
  periodo,
  proximaPagina,
  rowIdText,
  success,
  texto,
} from '../../http/wire.ts'
import { tipoEvento } from './evento.ts'

// The ledger of billing events, as supervisors see it.

const autor = z
  .string()
  .regex(/^(usuario|token):0*[1-9]\d*$/, 'deve ser usuario:<id> ou token:<id>')
  .transform((text): { tipo: 'usuario' | 'token'; id: number } => {
    const [tipo, id] = text.split(':')
    return { tipo: tipo === 'usuario' ? tipo : 'token', id: rowIdText.parse(id) }
  })

const filters = {
  cliente: parameter(rowIdText),
  ...periodo,
  tipo: parameter(tipoEvento),
  autor: parameter(autor),
}

export const ledgerFilter = z.object(filters).refine(...datesInOrder)
export type LedgerFilter = z.output<typeof ledgerFilter>

export const ledgerQuery = z.object({ ...filters, apos }).refine(...datesInOrder)
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
  apos: proximaPagina,
})

const totaisFaturamento = z.object({
  eventos: z.int(),
  acrescimo_centavos: z.int(),
  desconto_centavos: z.int(),
  saldo_centavos: z.int().describe('Acréscimos menos descontos; um estorno conta do outro lado'),
})
export type TotaisFaturamento = z.infer<typeof totaisFaturamento>
export const totaisAnswer = z.object({ ...success, totais: totaisFaturamento })

const autorOpcao = z.object({ autor: z.string().describe('usuario:<id> ou token:<id>'), nome: z.string() })
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
