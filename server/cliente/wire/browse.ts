import { z } from 'zod'
import { parameter, requiredParameter, success } from '../../http/wire.ts'
import { clienteCampos, clienteDatas, servicoCampos, servicoRelacoes } from './cliente.ts'
import { clienteListParams } from './list.ts'
import { clienteIdentidade } from './resumo.ts'

/**
 * The supervisors' customer pages, below `/api/painel/clientes`, for the roles supervisor and administrador. Neither
 * `senha` nor `senhas` is in any of it.
 *
 *   GET  /api/painel/clientes?termo=…&apos=…      50 customers after the cursor `apos`, in the endpoint's own order
 *   GET  /api/painel/clientes/total?termo=…       how many there are
 *   GET  /api/painel/clientes/pacotes             packages to filter by
 *   GET  /api/painel/clientes/exportar?formato=…  a file of what is filtered; put on record
 *   GET  /api/painel/clientes/:id                 one customer whole; put on record
 */
const { data_inicio, data_fim, cancelado, codigo_pacote, order_by, order_type } = clienteListParams.shape

/** The endpoint's own filters and order, and what is typed into the search field. */
const filters = { data_inicio, data_fim, cancelado, codigo_pacote, order_by, order_type }

const text = (max: number) =>
  parameter(
    z
      .string()
      .trim()
      .max(max, 'é longo demais')
      .transform((value) => value || undefined),
  )

type Dates = { data_inicio?: string | undefined; data_fim?: string | undefined }
const inOrder = ({ data_inicio, data_fim }: Dates) => !data_inicio || !data_fim || data_fim >= data_inicio
const datesInOrder = { path: ['data_fim'], error: 'deve ser igual ou posterior a data_inicio' }

const filterFields = { ...filters, termo: text(120) }

export const browseFilter = z.object(filterFields).refine(inOrder, datesInOrder)
export type BrowseFilter = z.output<typeof browseFilter>

export const browseQuery = z.object({ ...filterFields, apos: text(200) }).refine(inOrder, datesInOrder)

export const exportFormatos = ['json', 'csv'] as const
export type ExportFormato = (typeof exportFormatos)[number]
export const browseExportQuery = z
  .object({ ...filterFields, formato: requiredParameter(z.enum(exportFormatos, { error: 'deve ser json ou csv' })) })
  .refine(inOrder, datesInOrder)

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

export const browseAnswer = z.object({
  ...success,
  clientes: z.array(clienteListado),
  apos: z.string().nullable().describe('Onde a próxima página começa; null na última'),
})
export const browseTotalAnswer = z.object({ ...success, total: z.int() })

export const pacoteOpcao = z.object({ codigo: z.string(), descricao: z.string() })
export type PacoteOpcao = z.infer<typeof pacoteOpcao>
export const pacotesAnswer = z.object({ ...success, pacotes: z.array(pacoteOpcao) })

const { senha: _senha, ...camposVisiveis } = servicoCampos
const { senhas: _senhas, ...relacoesVisiveis } = servicoRelacoes

/** A service as a supervisor sees it. */
export const servicoPagina = z.object({ ...camposVisiveis, ...relacoesVisiveis })
export type ServicoPagina = z.infer<typeof servicoPagina>

const { cpf_cnpj: _documento, ...pessoa } = clienteCampos

/** One customer, whole but for what must not be on a screen. */
export const clienteVisivel = z.object({
  ...pessoa,
  ...clienteDatas,
  data_fechamento: z.string().nullable(),
  cpf_cnpj_mascarado: z.string(),
  telefones_formatados: z.array(z.string()),
  servicos: z.array(servicoPagina),
})
export type ClienteVisivel = z.infer<typeof clienteVisivel>
