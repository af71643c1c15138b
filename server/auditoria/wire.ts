import * as z from 'zod'
import { datesInOrder, notAnEnd, parameter, periodo, proximaPagina, rowIdText, success } from '../http/wire.ts'

/** The actions with a limit per hour; the first refusal is on record as `limite_de_…`. */
const limitadas = ['documento_revelado', 'documento_procurado', 'cliente_escolhido'] as const
export type AcaoLimitada = (typeof limitadas)[number]

/** The other actions that are put on record. The record outlives versions, so entries may have other names, too. */
const outras = [
  ...['evento_faturamento_registrado', 'evento_faturamento_estornado', 'faturamento_exportado'],
  ...['tipo_servico_criado', 'tipo_servico_ativado', 'tipo_servico_desativado'],
  ...['contexto_mostrado', 'historico_aberto', 'cliente_aberto', 'clientes_exportados'],
  ...['chave_senhas_trocada', 'senhas_descartadas', 'sessoes_encerradas'],
  ...['atendimento_passado', 'atendimentos_exportados', 'atendimento_cliente_alterado'],
  ...['opcao_atendimento_criada', 'opcao_atendimento_alterada', 'modelo_texto_criado', 'modelo_texto_alterado'],
  ...['ligacoes_exportadas', 'perdidas_exportadas', 'auditoria_exportada'],
  ...['titular_exportado', 'titular_eliminado', 'dados_antigos_apagados'],
  ...['usuario_criado', 'usuario_alterado', 'usuario_desativado', 'usuario_reativado', 'usuario_sessoes_encerradas'],
  ...['convite_senha_criado', 'senha_escolhida', 'senha_trocada', 'token_criado', 'token_revogado'],
  ...['toque_de_teste', 'fila_nomeada', 'motivo_pausa_criado', 'motivo_pausa_alterado', 'ajustes_alterados'],
  ...['retorno_assumido', 'retorno_devolvido', 'retorno_tratado', 'retorno_reaberto'],
] as const
export type Acao = AcaoLimitada | `limite_de_${AcaoLimitada}` | (typeof outras)[number]

const apos = { apos: parameter(z.string().regex(/^\d{1,18}$/, notAnEnd)) }
const filters = {
  acao: parameter(z.string().max(100, 'é longa demais')),
  /** Who did it: the user's id. */
  usuario: parameter(rowIdText),
  /** A customer's `codigo_cliente`: what was done to them, and to their calls, tickets, services and billing events. */
  cliente: parameter(rowIdText),
  ...periodo,
}

/** The record of who did what, for administrators: `GET /api/painel/auditoria?acao=…&apos=…`, 100 a page, newest first. */
export const auditoriaQuery = z.object({ ...filters, ...apos }).refine(...datesInOrder)
/** The same filters for the export of everything that they find. */
export const auditoriaFilter = z.object(filters).refine(...datesInOrder)
export type AuditoriaFilter = z.infer<typeof auditoriaFilter>

export const registroAuditoria = z.object({
  id: z.string(),
  quando: z.iso.datetime(),
  autor: z
    .object({ tipo: z.enum(['usuario', 'token']), nome: z.string() })
    .nullable()
    .describe('null: o próprio Alô, ou um comando no servidor'),
  ip: z.string().nullable(),
  acao: z.string(),
  alvo: z.string().nullable(),
  detalhes: z.record(z.string(), z.unknown()).nullable(),
})
export type RegistroAuditoria = z.infer<typeof registroAuditoria>

/** What the record says of one customer, for supervisors. */
const acesso = registroAuditoria.pick({ id: true, quando: true, autor: true, acao: true })
export type Acesso = z.infer<typeof acesso>

/** `GET /api/painel/clientes/17/acessos?apos=…`, 20 a page, newest first. */
export const acessosQuery = z.object(apos)
export const acessosAnswer = z.object({
  ...success,
  acessos: z.array(acesso),
  apos: proximaPagina,
})

/** An entry with the names of its `alvo` and of the ids in its details. */
const registroNomeado = registroAuditoria.extend({
  sobre: z
    .object({ nome: z.string(), id_cliente: z.int().nullable() })
    .nullable()
    .describe('O que `alvo` nomeia, e de que cliente é; null se não existe mais'),
  nomes: z.record(z.string(), z.string()).describe('O que os números de `detalhes` nomeiam'),
})
export type RegistroNomeado = z.infer<typeof registroNomeado>

export const auditoriaAnswer = z.object({
  ...success,
  registros: z.array(registroNomeado),
  apos: proximaPagina,
})
