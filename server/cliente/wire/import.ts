import { z } from 'zod'
import { clienteCampos, clienteDatas, diaSchema, momentoSchema, servicoCampos, servicoRelacoes } from './cliente.ts'

/** A service with all thirteen relations, as the export writes it and the generator makes it. */
export const exportedServicoSchema = z
  .object({ ...servicoCampos, ...servicoRelacoes })
  .meta({ id: 'ClienteServicoExportado' })

/**
 * One customer of the export: what the listing shows plus all thirteen relations, cancelled services and
 * `data_fechamento`, the day (`YYYY-MM-DD`) the whole contract was closed, null while it is open.
 * Importing it again loses nothing.
 */
export const exportedClienteSchema = z
  .object({
    ...clienteCampos,
    ...clienteDatas,
    data_fechamento: diaSchema.nullable(),
    servicos: z.array(exportedServicoSchema),
  })
  .meta({ id: 'ClienteExportado' })

export type ExportedServico = z.infer<typeof exportedServicoSchema>
export type ExportedCliente = z.infer<typeof exportedClienteSchema>

const orNull = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)
const orEmptyText = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const orEmptyList = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? [])

const importedServicoSchema = z.object({
  ...servicoCampos,
  ipv6: orNull(servicoCampos.ipv6),
  interface: orNull(servicoRelacoes.interface),
  interface_roteamento: orNull(servicoRelacoes.interface_roteamento),
  equipamento_conexao: orNull(servicoRelacoes.equipamento_conexao),
  equipamento_roteamento: orNull(servicoRelacoes.equipamento_roteamento),
  pacotes: orEmptyList(servicoRelacoes.pacotes),
  senhas: orEmptyList(servicoRelacoes.senhas),
  endereco_cadastral: orNull(servicoRelacoes.endereco_cadastral),
  endereco_instalacao: orNull(servicoRelacoes.endereco_instalacao),
  endereco_fiscal: orNull(servicoRelacoes.endereco_fiscal),
  endereco_cobranca: orNull(servicoRelacoes.endereco_cobranca),
  grupos: orEmptyList(servicoRelacoes.grupos),
  porta_atendimento: orNull(servicoRelacoes.porta_atendimento),
  status_conexao: orNull(servicoRelacoes.status_conexao),
})

/**
 * What the import accepts: an exported customer, or one as the listing of this or another system gives it. What may
 * be missing becomes null, an empty list or, for the telephones, empty text; never an invented value. Its output is
 * an `ExportedCliente`; unknown fields are dropped.
 */
export const importedClienteSchema = z.object({
  ...clienteCampos,
  nome_fantasia: orNull(clienteCampos.nome_fantasia),
  telefone_primario: orEmptyText,
  telefone_secundario: orEmptyText,
  telefone_terciario: orEmptyText,
  email_principal: orNull(clienteCampos.email_principal),
  email_secundario: orNull(clienteCampos.email_secundario),
  rg: orNull(clienteCampos.rg),
  rg_emissao: orNull(clienteCampos.rg_emissao),
  inscricao_municipal: orNull(clienteCampos.inscricao_municipal),
  inscricao_estadual: orNull(clienteCampos.inscricao_estadual),
  data_cadastro: momentoSchema,
  data_nascmento: orNull(clienteDatas.data_nascmento),
  data_fechamento: orNull(diaSchema),
  servicos: orEmptyList(z.array(importedServicoSchema)),
})
