import * as z from 'zod'
import { isDay, maxRowId } from '../../http/wire.ts'

/** A key as PostgreSQL's `integer` holds it: refused here, with its field's name, rather than overflowing in the database. */
export const identificadorSchema = z.int().min(1).max(maxRowId)

/** A text, and its example in the API's document. */
const text = (example: string) => z.string().meta({ examples: [example] })

/** `YYYY-MM-DD HH:MM:SS`, a moment that exists in the calendar, without a zone: the spec's only form of date and time. */
export const momentoSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'must have the form YYYY-MM-DD HH:MM:SS')
  .refine(isDay, 'is no day of the calendar')
  .meta({ examples: ['2021-03-01 09:00:00'] })

/** spec: Customer, the fields before the dates, in the table's order. */
export const clienteCampos = {
  id_cliente: identificadorSchema,
  codigo_cliente: identificadorSchema.meta({ examples: [10001] }),
  nome_razaosocial: text('Maria da Conceição Souza'),
  nome_fantasia: z.string().nullable(),
  tipo_pessoa: text('pf'),
  /** Digits only; letters appear in the alphanumeric CNPJ issued from July 2026 on, and nowhere else. */
  cpf_cnpj: z
    .string()
    .regex(/^(\d*|[0-9A-Z]{12}\d{2})$/, 'must be digits alone, or a CNPJ with capital letters')
    .meta({ examples: ['12345678909'] }),
  telefone_primario: text('37999912222'),
  telefone_secundario: z.string(),
  telefone_terciario: z.string(),
  email_principal: text('maria@exemplo.com.br').nullable(),
  email_secundario: z.string().nullable(),
  rg: z.string().nullable(),
  rg_emissao: z.string().nullable(),
  inscricao_municipal: z.string().nullable(),
  inscricao_estadual: z.string().nullable(),
}

/** `data_nascmento` is spelled exactly so in the spec; null only where imported data lacked it. */
export const clienteDatas = {
  data_cadastro: momentoSchema,
  data_nascmento: momentoSchema.nullable(),
}

/** spec: Address. `estado` is the two-letter abbreviation and `uf` the full name of the state, as observed. */
export const enderecoSchema = z
  .object({
    completo: text('Rua das Acácias, 120, Casa 2, Centro, Divinópolis - MG, 35500-001'),
    logradouro: text('Rua'),
    endereco: text('das Acácias'),
    numero: text('120'),
    complemento: text('Casa 2'),
    bairro: text('Centro'),
    cep: text('35500-001'),
    estado: text('MG'),
    uf: text('Minas Gerais'),
    cidade: text('Divinópolis'),
    coordenadas: z.object({
      latitude: z
        .number()
        .nullable()
        .meta({ examples: [-20.144581] }),
      longitude: z
        .number()
        .nullable()
        .meta({ examples: [-44.892136] }),
    }),
  })
  .meta({ id: 'Endereco' })

export type Endereco = z.infer<typeof enderecoSchema>

/** spec: Package. `valor` is numeric text here, unlike the service's. */
export const pacoteSchema = z
  .object({
    id_pacote: identificadorSchema,
    codigo: text('TV-BASICO'),
    descricao: text('TV Básico 60 canais'),
    valor: z
      .string()
      .regex(/^-?\d{1,12}(\.\d{1,4})?$/, 'must be a number as text, with a dot')
      .meta({ examples: ['39.90'] }),
    observacoes: z.string(),
    data_cadastro: momentoSchema,
  })
  .meta({ id: 'Pacote' })

/** spec: Service password. Never sent to the screens nor to the log. docs/interface.md: Personal data. */
export const senhaSchema = z
  .object({
    id_cliente_servico_senha: identificadorSchema,
    descricao: text('Roteador'),
    usuario: text('admin'),
    senha: text('exemplo'),
  })
  .meta({ id: 'Senha' })

/** Shape from docs/interface.md: Customer list. */
export const grupoSchema = z.object({ id: identificadorSchema, descricao: text('Residencial') }).meta({ id: 'Grupo' })

export type Pacote = z.infer<typeof pacoteSchema>
export type Senha = z.infer<typeof senhaSchema>
export type Grupo = z.infer<typeof grupoSchema>

/** spec: Customer service, relations `interface` and `interface_roteamento`. */
export const interfaceSchema = z
  .object({ nome: text('OLT-DIV-01 PON 1/3'), tipo: text('gpon'), called_sid: z.string().nullable() })
  .meta({ id: 'Interface' })

/** spec: Customer service, relations `equipamento_conexao` and `equipamento_roteamento`. */
export const equipamentoSchema = z
  .object({ nome: text('OLT-DIV-01'), ipv4: text('10.1.4.2'), ipv6: z.string().nullable() })
  .meta({ id: 'Equipamento' })

/** Where the subscriber's cable ends. Shape from docs/interface.md: Customer list. */
export const portaAtendimentoSchema = z
  .object({ numero: z.int().min(-2_147_483_648).max(2_147_483_647), equipamento: z.string() })
  .meta({ id: 'PortaAtendimento' })

/** The last known state of the subscriber's session. Shape from docs/interface.md: Customer list. */
export const statusConexaoSchema = z
  .object({
    conectado: z.boolean(),
    ultima_conexao: momentoSchema.nullable(),
    ultima_desconexao: momentoSchema.nullable(),
    ultimo_ipv4: z.string().nullable(),
  })
  .meta({ id: 'StatusConexao' })

export type Interface = z.infer<typeof interfaceSchema>
export type Equipamento = z.infer<typeof equipamentoSchema>
export type StatusConexao = z.infer<typeof statusConexaoSchema>

/** spec: Customer service, the fields that are there whatever `relacoes` says, in the table's order. */
export const servicoCampos = {
  id_cliente_servico: identificadorSchema,
  id_servico: identificadorSchema,
  numero_plano: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .meta({ examples: [102] }),
  nome: text('Fibra 500 Mega'),
  valor: z
    .number()
    .min(-9_999_999_999)
    .max(9_999_999_999)
    .meta({ examples: [99.9] }),
  status: text('Serviço Habilitado'),
  status_prefixo: text('servico_habilitado'),
  tecnologia: text('FTTH'),
  login: text('maria.conceicao1'),
  senha: text('exemplo'),
  ipv4: text('100.64.10.21'),
  ipv6: z.string().nullable(),
}

/** The thirteen relations: those of the spec's table in its order, then the three of docs/interface.md: Customer list. */
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
export const relacoes = z.object(servicoRelacoes).keyof().options
export type Relacao = keyof typeof servicoRelacoes

/**
 * Relations a service carries when `relacoes` is not sent: "all relations listed in the Customer service table"
 * (spec: Endpoints 3, rule 2), hence without the three that the table does not list.
 */
export const relacoesPadrao: readonly Relacao[] = relacoes.slice(0, 10)

/** spec: Customer service. A relation is absent when `relacoes` leaves it out, null when the imported data lacked it. */
const clienteServicoSchema = z
  .object({ ...servicoCampos, ...z.object(servicoRelacoes).partial().shape })
  .meta({ id: 'ClienteServico' })

/** spec: Customer (`clientes[]` item of the listing). Field order is the table's. */
export const clienteSchema = z
  .object({ ...clienteCampos, ...clienteDatas, servicos: z.array(clienteServicoSchema) })
  .meta({ id: 'Cliente' })

export type Cliente = z.infer<typeof clienteSchema>
