import * as z from 'zod'
import { isStorable, jsonBody, notText, optional, rowId, success, texto } from '../http/wire.ts'
import { identificadorInterno, ramal } from '../telefone/wire.ts'

/** What a person may do. */
export const papel = z.enum(['atendente', 'supervisor', 'administrador'])
export type Papel = z.infer<typeof papel>

/** What a token may open. docs/interface.md: Authorization. */
export const escopo = z.enum(['pbx', 'cliente', 'financeiro'])
export type Escopo = z.infer<typeof escopo>

const usuarioAtual = z.object({
  id: z.int(),
  usuario: z.string(),
  nome: z.string(),
  papel,
  ramal: z.string().nullable(),
  identificador_interno: z.string().nullable(),
})

const eu = usuarioAtual.extend({ fuso: z.string().describe('O fuso da mesa, em que as telas escrevem as horas') })
export type UsuarioAtual = z.infer<typeof eu>

/** The body of a sign-in. The bounds are wider than those of a real name or password, which the sign-in judges. */
export const signInRequest = jsonBody({
  username: texto(200),
  password: z.string({ error: 'deve ser um texto' }).min(1, 'não pode ficar em branco').max(1_000, 'é longa demais'),
})

export const euAnswer = z.object({ ...success, usuario: eu })

/** A place where a person is signed in. Instants are ISO 8601. */
const sessao = z.object({
  id: z.int(),
  criada_em: z.iso.datetime(),
  ip: z.string().nullable(),
  navegador: z.string().nullable(),
  atual: z.boolean().describe('A desta própria tela'),
})
export type Sessao = z.infer<typeof sessao>

/** A reason for a pause. Administrators keep the list; `codigo` never changes. */
const motivoPausa = z.object({
  codigo: z.string(),
  nome: z.string(),
  ativo: z.boolean().describe('false: não é mais oferecido; as pausas que o têm ficam com ele'),
})
export type MotivoPausa = z.infer<typeof motivoPausa>
export const motivosPausaAnswer = z.object({ ...success, motivos: z.array(motivoPausa) })
/** A change of the reason with this `codigo`, or without one a new reason. */
export const motivoPausaRequest = jsonBody({
  codigo: optional(texto(60)),
  nome: texto(40).optional(),
  /** The name that the screen showed before the change: if a colleague has changed it since, the answer is 409. */
  nome_lido: optional(texto(40)),
  ativo: z.boolean({ error: 'deve ser true ou false' }).optional(),
})
export type MotivoPausaRequest = z.output<typeof motivoPausaRequest>

const valorAjuste = z
  .string({ error: 'deve ser um texto ou null' })
  .trim()
  .max(200, 'é longo demais')
  .refine(isStorable, notText)
  .nullish()

/**
 * Settings that administrators change while the desk runs, each named like its environment variable in lower case.
 * `null` or `""` goes back to the environment's value; an absent setting stays.
 */
const valoresAjustes = z.object({
  nome_provedor: valorAjuste,
  ddd_padrao: valorAjuste,
  tz_desk: valorAjuste,
  limite_revelacoes_hora: valorAjuste,
  limite_buscas_documento_hora: valorAjuste,
  limite_clientes_escolhidos_hora: valorAjuste,
})
export const ajustesRequest = jsonBody({
  ...valoresAjustes.shape,
  /** What the screen showed before the change: if a colleague has changed one of these since, the answer is 409. */
  lidos: valoresAjustes.optional(),
})
export type AjustesRequest = z.output<typeof ajustesRequest>
const nomeAjuste = valoresAjustes.keyof()
export type NomeAjuste = z.infer<typeof nomeAjuste>
const ajuste = z.object({
  nome: nomeAjuste,
  valor: z.string().nullable().describe('O que foi dito na tela; null: vale o inicial'),
  inicial: z.string().nullable().describe('O do ambiente em que este Alô foi iniciado'),
})
export type Ajuste = z.infer<typeof ajuste>
export const ajustesAnswer = z.object({ ...success, ajustes: z.array(ajuste) })

/** `motivo` is the code of the reason, `nome` what people read. */
const pausa = z.object({ motivo: z.string(), nome: z.string(), desde: z.iso.datetime() })
export type Pausa = z.infer<typeof pausa>
const pausaDoColega = pausa.extend({ usuario: usuarioAtual.pick({ id: true, nome: true, ramal: true }) })
export type PausaDoColega = z.infer<typeof pausaDoColega>

export const pausaRequest = jsonBody({ motivo: texto(60) })
export const pausaAnswer = z.object({ ...success, pausa: pausa.nullable() })
export const pausasAnswer = z.object({ ...success, pausas: z.array(pausaDoColega) })

export const sessoesAnswer = z.object({ ...success, sessoes: z.array(sessao) })
export const sessoesEncerradasAnswer = z.object({ ...success, encerradas: z.int() })

/** A user as administrators see them. `alterado_em` goes back with a change: one on an older state is refused. */
const usuarioAdministrado = usuarioAtual.extend({ ativo: z.boolean(), alterado_em: z.iso.datetime(), sessoes: z.int() })
export type UsuarioAdministrado = z.infer<typeof usuarioAdministrado>

const papelSentence = `deve ser ${papel.options.slice(0, -1).join(', ')} ou ${papel.options.at(-1)}`
const nomeDeUsuario = z
  .string({ error: 'deve ser um texto' })
  .trim()
  .regex(/^[a-z0-9_.]{3,30}$/i, 'deve ter de 3 a 30 letras sem acento, dígitos, pontos ou sublinhados')
const papelPedido = z.enum(papel.options, { error: papelSentence })

/** A new user. They choose the password by the link that comes with the answer. */
export const newUsuarioRequest = jsonBody({
  usuario: nomeDeUsuario,
  nome: texto(120),
  papel: papelPedido,
  ramal: optional(ramal).transform((sent) => sent ?? null),
  identificador_interno: optional(identificadorInterno).transform((sent) => sent ?? null),
})
export type NewUsuarioRequest = z.infer<typeof newUsuarioRequest>

/** People as a CSV with a header; `testar` changes nothing. */
export const importUsuariosRequest = jsonBody({
  csv: z.string({ error: 'deve ser um texto' }).max(60_000, 'deve ter no máximo 60.000 caracteres'),
  testar: z.boolean({ error: 'deve ser true ou false' }),
})
/**
 * A line of the file, its person, and the line's mistakes. With a mistake in any line nobody is created; a name that is
 * taken while they are created refuses its own line alone.
 */
const linhaImportada = z.object({ linha: z.int(), usuario: z.string(), nome: z.string(), erros: z.array(z.string()) })
export type LinhaImportada = z.infer<typeof linhaImportada>
export const importUsuariosAnswer = z.object({ ...success, criados: z.int(), linhas: z.array(linhaImportada) })

/**
 * The fields to change. An extension or internal id that is `null` or `""` is taken away. The users in `trocar_com`
 * give theirs to this user and get what this user has now.
 */
export const changeUsuarioRequest = jsonBody({
  alterado_em: z.iso.datetime({ error: 'deve ser o instante que veio com o usuário' }),
  nome: texto(120).optional(),
  papel: papelPedido.optional(),
  ramal: ramal.or(z.literal('').transform(() => null)).nullish(),
  identificador_interno: identificadorInterno.or(z.literal('').transform(() => null)).nullish(),
  trocar_com: z.array(rowId(), { error: 'deve ser uma lista de ids de usuários' }).optional(),
})
export type ChangeUsuarioRequest = z.infer<typeof changeUsuarioRequest>

export const usuariosAnswer = z.object({ ...success, usuarios: z.array(usuarioAdministrado) })
export const usuarioAnswer = z.object({ ...success, usuario: usuarioAdministrado })

/** The link to a new password: `segredo` stands behind `#`. Good once, until `expira_em`. */
export const convite = z.object({
  segredo: z.string(),
  expira_em: z.iso.datetime(),
  endereco: z.string().nullable().describe('O endereço deste Alô (PUBLIC_URL); null: o da tela que pergunta'),
})
export const usuarioConvidadoAnswer = usuarioAnswer.extend({ convite })

const segredo = z.string({ error: 'deve ser um texto' }).max(200, 'não é um link de senha')
export const readConviteRequest = jsonBody({ segredo })
export const conviteAnswer = z.object({ ...success, usuario: usuarioAtual.pick({ usuario: true, nome: true }) })
export const useConviteRequest = jsonBody({ segredo, senha: signInRequest.shape.password })

/** The first administrator of a desk that has no user, by the code that its start printed. */
export const primeiroAcessoRequest = jsonBody({
  codigo: z.string({ error: 'deve ser um texto' }).max(100, 'não é o código que o início deste Alô mostrou'),
  usuario: nomeDeUsuario,
  nome: texto(120),
  senha: signInRequest.shape.password,
})
export type PrimeiroAcessoRequest = z.infer<typeof primeiroAcessoRequest>

/** A token as administrators see it; its secret is told once, by whoever made it. */
const tokenAdministrado = z.object({
  id: z.int(),
  nome: z.string(),
  escopos: z.array(z.string()),
  redes: z.array(z.string()).describe('Redes de onde vale; vazia: de qualquer lugar'),
  criado_em: z.iso.datetime(),
  expira_em: z.iso.datetime().nullable(),
  revogado_em: z.iso.datetime().nullable(),
  ultimo_uso: z.iso.datetime().nullable(),
  ultimo_ip: z.string().nullable(),
})
export type TokenAdministrado = z.infer<typeof tokenAdministrado>

const once = <T>(all: readonly T[]) => [...new Set(all)]
export const newTokenRequest = jsonBody({
  nome: texto(80),
  escopos: z
    .array(z.enum(escopo.options, { error: `deve ter só ${escopo.options.join(', ')}` }), {
      error: 'deve ser uma lista',
    })
    .min(1, 'deve ter pelo menos um escopo')
    .max(10, 'tem itens demais')
    .transform(once),
  redes: optional(
    z.array(texto(50), { error: 'deve ser uma lista' }).max(50, 'deve ter no máximo 50 redes').transform(once),
  ),
  /** An instant, or a day of the desk's calendar: then the token is good until that day ends. */
  expira_em: optional(
    z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: 'deve ser um dia ou um instante até o ano 9999, como 2027-01-31 ou 2027-01-31T23:59:59Z',
    }),
  ),
})
export type NewTokenRequest = z.infer<typeof newTokenRequest>
export const tokensAnswer = z.object({ ...success, tokens: z.array(tokenAdministrado) })
export const newTokenAnswer = z.object({ ...success, token: tokenAdministrado, segredo: z.string() })
export const tokenAnswer = newTokenAnswer.omit({ segredo: true })

declare module '../events.ts' {
  interface ServerEvents {
    /** The user's own pause changed or, for supervisors, anybody's: screens that show pauses load them again. */
    'pausas:mudaram': (body: object) => void
  }
}
