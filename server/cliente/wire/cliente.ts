import { z } from 'zod'
import { clienteCampos, clienteDatas } from './campos.ts'
import { clienteServicoSchema } from './servico.ts'

/** spec: Customer (`clientes[]` item of the listing). Field order is the table's. */
export const clienteSchema = z
  .object({ ...clienteCampos, ...clienteDatas, servicos: z.array(clienteServicoSchema) })
  .meta({ id: 'Cliente' })

export type Cliente = z.infer<typeof clienteSchema>

export { type Endereco, enderecoSchema } from './endereco.ts'
export {
  type ExportedCliente,
  type ExportedServico,
  exportedClienteSchema,
  exportedServicoSchema,
  importedClienteSchema,
} from './importacao.ts'
export { diaSchema, momentoSchema } from './momento.ts'
export { type Grupo, grupoSchema, type Pacote, pacoteSchema, type Senha, senhaSchema } from './pacote.ts'
export {
  type Equipamento,
  equipamentoSchema,
  type Interface,
  interfaceSchema,
  type PortaAtendimento,
  portaAtendimentoSchema,
  type StatusConexao,
  statusConexaoSchema,
} from './rede.ts'
export {
  type ClienteServico,
  clienteServicoSchema,
  type Relacao,
  relacoes,
  relacoesPadrao,
  statusPrefixoCancelado,
} from './servico.ts'
