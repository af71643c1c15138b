import { z } from 'zod'
import { enderecoSchema } from './endereco.ts'
import { identificadorSchema } from './identificador.ts'
import { grupoSchema, pacoteSchema, senhaSchema } from './pacote.ts'
import { equipamentoSchema, interfaceSchema, portaAtendimentoSchema, statusConexaoSchema } from './rede.ts'

/** `status_prefixo` of the services that the listing leaves out unless `cancelado=sim`. */
export const statusPrefixoCancelado = 'cancelado'

/** spec: Customer service, the fields that are there whatever `relacoes` says, in the table's order. */
export const servicoCampos = {
  id_cliente_servico: identificadorSchema,
  id_servico: identificadorSchema,
  numero_plano: z.int().min(0).max(2_147_483_647),
  nome: z.string(),
  valor: z.number().min(-9_999_999_999).max(9_999_999_999),
  status: z.string(),
  status_prefixo: z.string(),
  tecnologia: z.string(),
  login: z.string(),
  senha: z.string(),
  ipv4: z.string(),
  ipv6: z.string().nullable(),
}

/** The thirteen relations: those of the spec's table in its order, then the three whose shape DESIGN §3 settles. */
export const servicoRelacoes = {
  interface: interfaceSchema.nullable(),
  interface_roteamento: interfaceSchema.nullable(),
  equipamento_conexao: equipamentoSchema.nullable(),
  equipamento_roteamento: equipamentoSchema.nullable(),
  pacotes: z.array(pacoteSchema),
  senhas: z.array(senhaSchema),
  endereco_cadastral: enderecoSchema.nullable(),
  endereco_instalacao: enderecoSchema.nullable(),
  endereco_fiscal: enderecoSchema.nullable(),
  endereco_cobranca: enderecoSchema.nullable(),
  grupos: z.array(grupoSchema),
  porta_atendimento: portaAtendimentoSchema.nullable(),
  status_conexao: statusConexaoSchema.nullable(),
}

/** Names that the query parameter `relacoes` knows, in the order of the output. spec: Endpoints 3. */
export const relacoes = Object.keys(servicoRelacoes) as Relacao[]
export type Relacao = keyof typeof servicoRelacoes

/**
 * Relations a service carries when `relacoes` is not sent: "all relations listed in the Customer service table"
 * (spec: Endpoints 3, rule 2), hence without the three that the table does not list.
 */
export const relacoesPadrao: readonly Relacao[] = relacoes.slice(0, 10)

/** spec: Customer service. A relation is absent when `relacoes` leaves it out, null when the imported data lacked it. */
export const clienteServicoSchema = z
  .object({ ...servicoCampos, ...z.object(servicoRelacoes).partial().shape })
  .meta({ id: 'ClienteServico' })

export type ClienteServico = z.infer<typeof clienteServicoSchema>
