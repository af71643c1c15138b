import * as z from 'zod'
import {
  apos,
  datesInOrder,
  errorBody,
  jsonBody,
  parameter,
  periodo,
  proximaPagina,
  rowId,
  rowIdText,
  success,
  termo,
  textoDigitado,
  version,
} from '../../http/wire.ts'
import { atendimento, estadoAtendimento, ligacao } from '../../ligacao/wire/ligacao.ts'

const cliente = z
  .object({ id_cliente: z.int(), codigo_cliente: z.int(), nome_razaosocial: z.string() })
  .nullable()
  .describe('null: ninguém disse ainda de quem é')

const eliminado = z.boolean().describe('De quem pediu a eliminação de seus dados: anotações não são mais salvas')

/** A ticket in the agent's own list, with its customer. */
const atendimentoListado = atendimento.extend({
  passado_de: z.string().nullable().describe('O nome de quem cuidava dele antes'),
  cliente,
  eliminado,
})
export const atendimentosQuery = z.object({
  estado: parameter(estadoAtendimento).transform((estado) => estado ?? 'aberto'),
})
export const atendimentosAnswer = z.object({
  ...success,
  atendimentos: z.array(atendimentoListado),
  total: z.int().describe('Quantos são, também os que não couberam'),
})
export type AtendimentoListado = z.infer<typeof atendimentoListado>

/** The body of the 409: the refusal and the ticket as it is now, so that the screen can reconcile the words typed. */
export const conflitoAtendimento = errorBody.extend({
  atendimento: atendimento.extend({ eliminado: eliminado.optional() }),
})

/** The id of an option; null takes the choice back, an absent one leaves it. */
const escolha = z.union([z.null(), rowId()], { error: 'deve ser o id de uma opção, ou null' }).optional()

/** One request both closes a ticket and sets its outcome. */
export const saveAtendimentoRequest = jsonBody({
  versao: version,
  descricao: textoDigitado(20_000).optional(),
  estado: estadoAtendimento.optional(),
  id_motivo: escolha,
  id_desfecho: escolha,
})
export type SaveAtendimentoRequest = z.infer<typeof saveAtendimentoRequest>

export const atendimentoAnswer = z.object({ ...success, atendimento, ligacao: ligacao.nullable() })

/** Tickets to find: an agent's own, for supervisors the whole team's. */
const filters = {
  termo: termo.describe('Protocolo, cliente, telefone, código ou palavras do atendimento'),
  ...periodo,
  estado: parameter(estadoAtendimento),
  id_motivo: parameter(rowIdText),
  id_desfecho: parameter(rowIdText),
  usuario: parameter(rowIdText).describe('De quem é'),
  autor: parameter(rowIdText).describe('Quem abriu'),
}

export const atendimentoListFilter = z.object(filters).refine(...datesInOrder)
export type AtendimentoListFilter = z.output<typeof atendimentoListFilter>

export const atendimentoListQuery = z.object({ ...filters, apos }).refine(...datesInOrder)
export type AtendimentoListQuery = z.output<typeof atendimentoListQuery>

/** A ticket in a list. */
const atendimentoDaLista = atendimento.omit({ descricao: true, id_motivo: true, id_desfecho: true }).extend({
  palavras: z.string().describe('As primeiras, em uma linha'),
  motivo: z.string().nullable(),
  desfecho: z.string().nullable(),
  cliente,
  eliminado,
  telefone_formatado: z.string().describe('"(37) 99991-2222" ou "número não informado"'),
  usuario: z.string().describe('O nome de quem cuida dele'),
  aberto_por: z.string().describe('O nome de quem o abriu'),
  passado_de: z.string().nullable().describe('O nome de quem cuidava dele antes'),
})
export type AtendimentoDaLista = z.infer<typeof atendimentoDaLista>

export const atendimentoListAnswer = z.object({
  ...success,
  atendimentos: z.array(atendimentoDaLista),
  apos: proximaPagina,
  busca_curta: z.boolean().describe('O termo é curto demais para encontrar algo'),
})

/** A telephone to which the ticket's protocol number can be sent. */
const contato = z.object({
  numero: z.string().describe('Com o código do país, só dígitos'),
  formatado: z.string(),
  celular: z.boolean().describe('false: não recebe SMS'),
  da_ligacao: z.boolean(),
})
export type Contato = z.infer<typeof contato>

/** One ticket, opened. */
const atendimentoInteiro = atendimentoDaLista
  .omit({ palavras: true })
  .extend({ ...atendimento.shape, passado_em: z.iso.datetime().nullable(), contatos: z.array(contato) })
export type AtendimentoInteiro = z.infer<typeof atendimentoInteiro>
export const atendimentoInteiroAnswer = z.object({ ...success, atendimento: atendimentoInteiro })

export const passRequest = jsonBody({ id_usuario: rowId(), versao: version })
export type PassRequest = z.output<typeof passRequest>
export const unpassRequest = jsonBody({ versao: version })

/** What the screens of both agents are told when a ticket is passed from one to the other. */
const atendimentoPassadoAdiante = z.object({
  atendimento: atendimentoInteiro.omit({ contatos: true }),
  por: z.string().describe('O nome de quem o passou'),
  desfeito: z.boolean().describe('Voltou para quem o tinha: quem passou tomou de volta'),
})
export type AtendimentoPassadoAdiante = z.infer<typeof atendimentoPassadoAdiante>

export const passAnswer = z.object({ ...success, atendimento: atendimentoPassadoAdiante.shape.atendimento })

const colega = z.object({
  id: z.int(),
  nome: z.string(),
  ramal: z.string().nullable(),
  ativo: z.boolean(),
  situacao: z
    .enum(['livre', 'tocando', 'em_chamada', 'em_pausa', 'ausente'])
    .describe('O que faz agora; ausente: nenhuma tela conectada'),
})
export type Colega = z.infer<typeof colega>
export const colegasAnswer = z.object({ ...success, colegas: z.array(colega) })

declare module '../../events.ts' {
  interface ServerEvents {
    /** A ticket went from one agent to another: told to the screens of both. */
    'atendimento:passado': (body: AtendimentoPassadoAdiante) => void
    /** The list of the user's own tickets changed: screens that show it load it again. */
    'atendimentos:mudaram': (body: object) => void
  }
}
