import * as z from 'zod'
import { clienteResumo } from '../../cliente/wire/resumo.ts'
import { consultados, errorBody, jsonBody, notAnObject, optional, rowId, success, whenSent } from '../../http/wire.ts'
import { identificadorInterno, isNoTelefone, ramal, telefone } from '../../telefone/wire.ts'

const maxParamsBytes = 16 * 1024

/** The call's own parameters: what they say, and the JSON text that is stored. */
const paramsError = ({ input }: { input?: unknown }) => (input === undefined ? 'é obrigatório' : notAnObject)
const ligacaoParams = z.record(z.string(), z.unknown(), { error: paramsError }).transform((values, context) => {
  const text = JSON.stringify(values)
  if (new TextEncoder().encode(text).length > maxParamsBytes)
    context.addIssue({ code: 'custom', message: 'deve ter no máximo 16 KiB' })
  // Parsed again: numbers with too many digits for JavaScript became texts.
  const kept: Record<string, unknown> = JSON.parse(text)
  return { values: kept, text }
})

/** PHP writes an empty object as an empty list. */
const sentParams = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value

/** An empty object tells nothing of a call either, so a repetition that has one leaves the parameters as they were. */
const toldParams = (value: unknown) =>
  typeof value === 'object' && Object.keys(value ?? {}).length === 0 ? undefined : sentParams(value)

/** Body of notify and cancel alike. spec: Endpoints 1 and 2. */
export const ligacaoRequest = z
  .object(
    {
      ramal: optional(ramal).describe('Ramal do usuário; obrigatório sem identificador_interno'),
      identificador_interno: optional(identificadorInterno).describe(
        'Identificador interno do usuário, só letras e dígitos; obrigatório sem ramal',
      ),
      codigo_cliente: optional(rowId()).describe('Código de um cliente existente'),
      id_cliente: optional(rowId()).describe('Id de um cliente existente'),
      telefone: optional(telefone).describe('Telefone externo da ligação'),
      ligacao_params: z.preprocess(toldParams, ligacaoParams.optional()).describe('Parâmetros da ligação'),
    },
    { error: notAnObject },
  )
  .superRefine(
    (body, context) => {
      const { ramal, identificador_interno } = body
      if (whenSent(ramal) !== undefined || whenSent(identificador_interno) !== undefined) return
      context.addIssue({
        code: 'custom',
        path: ['ramal'],
        message: 'é obrigatório quando identificador_interno não é enviado',
      })
      context.addIssue({
        code: 'custom',
        path: ['identificador_interno'],
        message: 'é obrigatório quando ramal não é enviado',
      })
    },
    { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  )
  .meta({ id: 'LigacaoRequisicao', anyOf: [{ required: ['ramal'] }, { required: ['identificador_interno'] }] })

/** The fields of a body that say nothing the desk could use, and are ignored. docs/interface.md: Numbers. */
export const ignoredOf = ({ telefone }: { telefone?: unknown }) => (isNoTelefone(telefone) ? ['telefone'] : [])

export type LigacaoRequest = z.output<typeof ligacaoRequest>

export const notifyAnswer = z.object({
  status: z.literal('success'),
  msg: z.literal('Ligação notificada com sucesso'),
})

export const cancelAnswer = z.object({
  status: z.literal('success'),
  msg: z.literal('Ligação cancelada com sucesso'),
})

/** Who can be called, for whoever installs a telephone exchange. */
export const ramaisAnswer = z
  .object({
    status: z.literal('success'),
    msg: z.literal(consultados.msg),
    ramais: z.array(
      z.object({
        ramal: z.string().nullable(),
        identificador_interno: z.string().nullable(),
        tela_conectada: z.boolean().describe('Se há uma tela do usuário aberta, até onde este processo sabe'),
      }),
    ),
  })
  .meta({ id: 'ListaRamais' })

/** What an exchange asks about a call: its key, as it was notified. */
export const consultarRequest = jsonBody({
  ligacao_params: z
    .preprocess(sentParams, ligacaoParams)
    .describe('A chave da chamada como foi notificada: call_id, uniqueid, linkedid ou id'),
}).meta({ id: 'ConsultaLigacaoRequisicao' })

export const estadoLigacao = z.enum(['aberta', 'fechada', 'cancelada', 'perdida', 'expirada'])
export type EstadoLigacao = z.infer<typeof estadoLigacao>

export const estadoAtendimento = z.enum(['aberto', 'fechado'], { error: 'deve ser aberto ou fechado' })

/**
 * A support ticket. `protocolo` is digits only; `protocolo_formatado` is grouped for reading aloud.
 * docs/interface.md: Protocol.
 */
export const atendimento = z.object({
  id: z.int(),
  protocolo: z.string(),
  protocolo_formatado: z.string(),
  usuario_id: z.int().describe('De quem é: só ela escreve'),
  descricao: z.string(),
  id_motivo: z.int().nullable(),
  id_desfecho: z.int().nullable(),
  estado: estadoAtendimento,
  versao: z.int().describe('Cresce a cada alteração; quem salva diz qual leu'),
  criado_em: z.iso.datetime(),
  fechado_em: z.iso.datetime().nullable(),
})
export type Atendimento = z.infer<typeof atendimento>

/** What screens and lists show as the exchange told it: each is a column of the call, of that name. */
export const contado = z.object({
  telefone: z.string().nullable().describe('Como o PBX enviou'),
  origem: z.string().nullable().describe('O que quem liga escolheu no menu da central'),
})

/** Another call of the same ring group: whom it rings, and how it stands there. */
const ligacaoDoGrupo = z.object({
  ligacao_id: z.string(),
  usuario: z.string().describe('Nome de quem ela chama'),
  ramal: z.string().nullable(),
  estado: z.enum(['tocando', 'atendida', 'encerrada']),
})
export type LigacaoDoGrupo = z.infer<typeof ligacaoDoGrupo>

/**
 * One call, whole, as every event and snapshot carries it. `versao` grows with each change of the same `id`, so that a
 * late or repeated event is recognised. Instants are ISO 8601 in UTC. docs/interface.md: The socket's wire.
 */
export const ligacao = z.object({
  id: z.string().describe('O valor do cabeçalho X-Ligacao-Id'),
  versao: z.int(),
  estado: estadoLigacao,
  ramal: z.string().nullable(),
  identificador_interno: z.string().nullable(),
  ...contado.shape,
  telefone_formatado: z.string().describe('"(37) 99991-2222" ou "número não informado"'),
  ligacao_params: z.record(z.string(), z.unknown()).nullable(),
  cliente: clienteResumo.nullable(),
  candidatos: z.array(clienteResumo).describe('Clientes com o mesmo telefone, os de contrato ativo primeiro'),
  atendimento: atendimento.nullable(),
  notificada_em: z.iso.datetime(),
  tocada_em: z.iso.datetime().describe('Muda quando a janela toca de novo'),
  aberta_em: z.iso.datetime().describe('O primeiro toque desta janela: uma repetição não o muda'),
  atendida_em: z.iso.datetime().nullable().describe('O primeiro sinal de que foi atendida'),
  incerta: z.boolean().describe('Pode ter terminado enquanto a mesa não ouvia a central, e ninguém a atendeu'),
  encerrada_em: z.iso.datetime().nullable(),
  encerrada_por: z.enum(['atendente', 'central', 'prazo', 'grupo']).nullable(),
  grupo: z
    .array(ligacaoDoGrupo)
    .nullable()
    .describe('As outras chamadas de quem liga a vários ramais ao mesmo tempo; null: toca só aqui'),
})

export type Ligacao = z.infer<typeof ligacao>

/** What became of a call, for the exchange that notified it: nothing of the customer. */
const ligacaoConsultada = ligacao
  .pick({
    ramal: true,
    identificador_interno: true,
    estado: true,
    incerta: true,
    notificada_em: true,
    atendida_em: true,
    encerrada_em: true,
    encerrada_por: true,
  })
  .extend({
    ligacao_id: z.string().describe('O valor do cabeçalho X-Ligacao-Id'),
    exibida_em: z.iso.datetime().nullable().describe('Quando uma tela mostrou a janela pela primeira vez'),
    protocolo: z.string().nullable().describe('O número do atendimento que foi aberto nesta chamada'),
  })
  .meta({ id: 'LigacaoConsultada' })
export type LigacaoConsultada = z.infer<typeof ligacaoConsultada>

export const consultarAnswer = z.object({
  status: z.literal('success'),
  msg: z.literal(consultados.msg),
  ligacoes: z.array(ligacaoConsultada).describe('Uma por usuário a que ela tocou, da mais nova à mais antiga'),
})

/** A user, as lists name one: the person's name and the name they sign in with. */
export const quem = z.object({ nome: z.string(), usuario: z.string() })

const ligacoesAbertas = z.object({
  ligacoes: z.array(ligacao),
  /** How many older ones are open beside these; absent where these are all. */
  outras: z.int().optional(),
})
export type LigacoesAbertas = z.infer<typeof ligacoesAbertas>

declare module '../../events.ts' {
  interface ServerEvents {
    'ligacoes:abertas': (body: LigacoesAbertas) => void
    'ligacao:aberta': (ligacao: Ligacao) => void
    'ligacao:atualizada': (ligacao: Ligacao) => void
    'ligacao:encerrada': (ligacao: Ligacao) => void
    /** Something may not have been told: ask for the snapshot. */
    'ligacoes:conferir': () => void
  }
}

/** Why a window makes no sound: its person wants none in this browser, or the browser asks for a click first. */
export const silencio = z.enum(['mudo', 'bloqueado'])
export type Silencio = z.infer<typeof silencio>

/** What a browser may say. Everything that changes data goes over HTTP; `ligacao:exibida` merely reports. */
export interface ClientEvents {
  'ligacoes:sincronizar': (answer: (body: LigacoesAbertas) => void) => void
  /** A window was drawn; `som` where it made no sound. */
  'ligacao:exibida': (body: { id: string; som?: Silencio }) => void
  /** The heartbeat: answered at once, whatever the database does. */
  'mesa:pulso': (answer: () => void) => void
}

export const ligacaoAnswer = z.object({ ...success, ligacao })
/** The body of a 409 on a call: the refusal, and the call as it stands now. */
export const conflitoLigacao = errorBody.extend({ ligacao })
export const linkClienteRequest = jsonBody({ id_cliente: rowId() })
