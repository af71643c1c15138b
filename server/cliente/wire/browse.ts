import * as z from 'zod'
import { datesInOrder, parameter, requiredParameter, success, termo } from '../../http/wire.ts'
import { clienteCampos, clienteDatas, servicoCampos, servicoRelacoes } from './cliente.ts'
import { clienteListParams } from './list.ts'
import { clienteIdentidade } from './resumo.ts'

// The supervisors' pages of customers: neither `senha` nor `senhas` is in any of them.

const { data_inicio, data_fim, cancelado, codigo_pacote, order_by, order_type } = clienteListParams.shape

/** The filters and the order of the list endpoint itself. */
const filters = { data_inicio, data_fim, cancelado, codigo_pacote, order_by, order_type }

/** The value exactly as `opcoes` offers it, blanks included. */
const exact = parameter(z.string())

/** The text of the search field, and conditions for one and the same service. `status` is a `status_prefixo`. */
const filterFields = {
  ...filters,
  termo,
  status: exact,
  cidade: exact,
  tecnologia: exact,
  olt: exact.describe('Nome do equipamento de conexão'),
}

export const browseFilter = z.object(filterFields).refine(...datesInOrder)
export type BrowseFilter = z.output<typeof browseFilter>

const maxPular = 10_000_000
const pular = z
  .string()
  .regex(/^\d{1,8}$/, 'deve ter apenas dígitos')
  .transform(Number)
  .refine((skip) => skip <= maxPular, 'é grande demais')

export const browseQuery = z
  .object({
    ...filterFields,
    pular: parameter(pular),
    do_fim: parameter(z.enum(['sim', 'nao'], { error: 'deve ser sim ou nao' })),
  })
  .refine(...datesInOrder)
export type BrowseQuery = z.output<typeof browseQuery>

const exportFormatos = ['json', 'csv'] as const
export type ExportFormato = (typeof exportFormatos)[number]
export const browseExportQuery = z
  .object({ ...filterFields, formato: requiredParameter(z.enum(exportFormatos, { error: 'deve ser json ou csv' })) })
  .refine(...datesInOrder)

/** A customer in the list: enough to tell namesakes apart. */
export const clienteListado = clienteIdentidade.extend({
  cpf_cnpj_mascarado: z.string(),
  telefone_formatado: z.string().nullable(),
  cidade: z.string().nullable(),
  data_cadastro: z.string(),
  data_fechamento: z.string().nullable(),
  servicos: z.array(
    z.object(servicoCampos).pick({ id_cliente_servico: true, nome: true, status: true, status_prefixo: true }),
  ),
})
export type ClienteListado = z.infer<typeof clienteListado>

export const browseAnswer = z.object({ ...success, clientes: z.array(clienteListado) })
export const browseTotalAnswer = z.object({ ...success, total: z.int() })

const pacoteOpcao = z.object({ codigo: z.string(), descricao: z.string() })
export type PacoteOpcao = z.infer<typeof pacoteOpcao>
export const pacotesAnswer = z.object({ ...success, pacotes: z.array(pacoteOpcao) })

/** The values that the services of this desk have, to filter by; a status also with the text that the screen shows. */
const opcoesFiltro = z.object({
  status: z.array(z.object({ status_prefixo: z.string(), status: z.string() })),
  cidades: z.array(z.string()),
  tecnologias: z.array(z.string()),
  olts: z.array(z.string()),
})
export type OpcoesFiltro = z.infer<typeof opcoesFiltro>
export const opcoesAnswer = z.object({ ...success, opcoes: opcoesFiltro })

const { senha: _senha, ...camposVisiveis } = servicoCampos
const { senhas: _senhas, ...relacoesVisiveis } = servicoRelacoes

/** A service as a supervisor sees it. */
const servicoPagina = z.object({ ...camposVisiveis, ...relacoesVisiveis })
export type ServicoPagina = z.infer<typeof servicoPagina>

const { cpf_cnpj: _documento, ...pessoa } = clienteCampos

/** One customer, with everything but what must not be on a screen. */
const clienteVisivel = z.object({
  ...pessoa,
  ...clienteDatas,
  data_fechamento: z.string().nullable(),
  cpf_cnpj_mascarado: z.string(),
  telefones_formatados: z.array(z.string()),
  servicos: z.array(servicoPagina),
})
export type ClienteVisivel = z.infer<typeof clienteVisivel>
export const clienteAnswer = z.object({ ...success, cliente: clienteVisivel })

declare module '../../events.ts' {
  interface ServerEvents {
    /** The person behind a customer was erased: told to everybody's screens, which show their data no longer. */
    'cliente:eliminado': (body: { id_cliente: number }) => void
  }
}
