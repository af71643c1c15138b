import * as z from 'zod'
import { silencio } from '../../ligacao/wire/ligacao.ts'
import { operacao } from '../wire.ts'

/**
 * One request of an exchange as it is stored, without what is null in most: when it arrived, who asked what, what was decided,
 * and when each stage was done, in milliseconds after it arrived. How its window fared stands with the call.
 */
export const pedido = z.object({
  id: z.string(),
  em: z.iso.datetime(),
  /** `tela`: no request; a screen that drew a window says why it made no sound. */
  operacao: z.enum([...operacao.options, 'tela']),
  ip: z.string(),
  status: z.int(),
  ms: z.number(),
  token: z.string().optional(),
  /** Of a token that was not let in: the SHA-256 of what was sent, until the trace is written. */
  segredo: z.string().optional(),
  /** Why the token was not let in, or why the exchange has no answer (`SemResposta`). */
  motivo: z.string().optional(),
  recusa: z.array(z.string()).optional(),
  ramal: z.string().optional(),
  identificador_interno: z.string().optional(),
  telefone: z.string().optional(),
  /** The search key of `telefone`, the same for all its spellings. */
  telefone_chave: z.string().optional(),
  chave: z.string().optional(),
  usuario_id: z.int().optional(),
  clientes: z.int().optional(),
  decisao: z.string().optional(),
  ligacao: z.string().optional(),
  telas: z.int().optional(),
  som: silencio.optional(),
  lida: z.number().optional(),
  gravada: z.number().optional(),
  /** How many requests were refused alike, if this one stands for several. */
  vezes: z.int().optional(),
})
export type Pedido = z.infer<typeof pedido>

/** Whether the request made a window ring. */
export const rang = ({ decisao }: Pick<Pedido, 'decisao'>) =>
  decisao === 'abriu' || decisao === 'reabriu' || decisao === 'tocou_de_novo'

/** Without an answer: the exchange closed the connection before, or the desk ended. */
export type SemResposta = 'nao_esperou' | 'encerrado'
