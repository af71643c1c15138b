import { z } from 'zod'

/** A key as PostgreSQL's `integer` holds it: refused here, with its field's name, rather than overflowing in the database. */
export const identificadorSchema = z.int().min(1).max(2_147_483_647)

function isDay(text: string): boolean {
  const [ano, mes, dia] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))]
  if (mes < 1 || mes > 12 || dia < 1) return false
  if (dia <= 28) return true
  const day = new Date(0)
  day.setUTCFullYear(ano, mes - 1, dia)
  return day.getUTCMonth() === mes - 1
}

/** `YYYY-MM-DD HH:MM:SS`, a moment that exists in the calendar, without a zone: the spec's only form of date and time. */
export const momentoSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'deve ter a forma AAAA-MM-DD HH:MM:SS')
  .refine(isDay, 'não existe no calendário')

/** `YYYY-MM-DD`, a day that exists in the calendar. */
export const diaSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'deve ter a forma AAAA-MM-DD')
  .refine(isDay, 'não existe no calendário')

/** spec: Customer, the fields before the dates, in the table's order. */
export const clienteCampos = {
  id_cliente: identificadorSchema,
  codigo_cliente: identificadorSchema,
  nome_razaosocial: z.string(),
  nome_fantasia: z.string().nullable(),
  tipo_pessoa: z.string(),
  /** Digits only; letters appear in the alphanumeric CNPJ issued from July 2026 on, and nowhere else. */
  cpf_cnpj: z.string().regex(/^(\d*|[0-9A-Z]{12}\d{2})$/, 'deve ter só dígitos'),
  telefone_primario: z.string(),
  telefone_secundario: z.string(),
  telefone_terciario: z.string(),
  email_principal: z.string().nullable(),
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
    completo: z.string(),
    logradouro: z.string(),
    endereco: z.string(),
    numero: z.string(),
    complemento: z.string(),
    bairro: z.string(),
    cep: z.string(),
    estado: z.string(),
    uf: z.string(),
    cidade: z.string(),
    coordenadas: z.object({ latitude: z.number().nullable(), longitude: z.number().nullable() }),
  })
  .meta({ id: 'Endereco' })

export type Endereco = z.infer<typeof enderecoSchema>

/** spec: Package. `valor` is numeric text here, unlike the service's. */
export const pacoteSchema = z
  .object({
    id_pacote: identificadorSchema,
    codigo: z.string(),
    descricao: z.string(),
    valor: z.string().regex(/^-?\d{1,12}(\.\d{1,4})?$/, 'deve ser um número em texto, com ponto'),
    observacoes: z.string(),
    data_cadastro: momentoSchema,
  })
  .meta({ id: 'Pacote' })

/** spec: Service password. Never sent to the screens nor to the log (DESIGN §3 "Personal data"). */
export const senhaSchema = z
  .object({
    id_cliente_servico_senha: identificadorSchema,
    descricao: z.string(),
    usuario: z.string(),
    senha: z.string(),
  })
  .meta({ id: 'Senha' })

/** Shape from DESIGN §3 "Customer list". */
export const grupoSchema = z.object({ id: identificadorSchema, descricao: z.string() }).meta({ id: 'Grupo' })

export type Pacote = z.infer<typeof pacoteSchema>
export type Senha = z.infer<typeof senhaSchema>
export type Grupo = z.infer<typeof grupoSchema>

/** spec: Customer service, relations `interface` and `interface_roteamento`. */
export const interfaceSchema = z
  .object({ nome: z.string(), tipo: z.string(), called_sid: z.string().nullable() })
  .meta({ id: 'Interface' })

/** spec: Customer service, relations `equipamento_conexao` and `equipamento_roteamento`. */
export const equipamentoSchema = z
  .object({ nome: z.string(), ipv4: z.string(), ipv6: z.string().nullable() })
  .meta({ id: 'Equipamento' })

/** Where the subscriber's cable ends. Shape from DESIGN §3 "Customer list". */
export const portaAtendimentoSchema = z
  .object({ numero: z.int().min(-2_147_483_648).max(2_147_483_647), equipamento: z.string() })
  .meta({ id: 'PortaAtendimento' })

/** The last known state of the subscriber's session. Shape from DESIGN §3 "Customer list". */
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
export type PortaAtendimento = z.infer<typeof portaAtendimentoSchema>
export type StatusConexao = z.infer<typeof statusConexaoSchema>

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

/** spec: Customer (`clientes[]` item of the listing). Field order is the table's. */
export const clienteSchema = z
  .object({ ...clienteCampos, ...clienteDatas, servicos: z.array(clienteServicoSchema) })
  .meta({ id: 'Cliente' })

export type Cliente = z.infer<typeof clienteSchema>
