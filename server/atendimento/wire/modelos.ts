import * as z from 'zod'
import { isStorable, jsonBody, notText, success, texto } from '../../http/wire.ts'

// Texts that agents put into tickets, with the ticket's data in place of names in braces.

/** The names that may stand in braces, and what replaces each. Neither a document nor a password is among them. */
export const camposModelo = {
  nome: 'Nome do cliente',
  primeiro_nome: 'Primeiro nome do cliente',
  codigo: 'Código do cliente',
  plano: 'Plano do primeiro serviço ativo',
  endereco: 'Endereço de instalação desse serviço',
  telefone: 'Telefone da chamada',
  protocolo: 'Número do protocolo',
  motivo: 'Motivo escolhido',
  atendente: 'Quem atende',
  provedor: 'Nome do provedor, dos ajustes',
  data: 'Data de hoje',
  hora: 'Hora de agora',
} as const
export type CampoModelo = keyof typeof camposModelo

/** Matches every name in braces. A brace without its pair is plain text. */
export const lugar = /\{([^{}]*)\}/g

const isCampo = (nome: string): nome is CampoModelo => Object.hasOwn(camposModelo, nome)

const maxTexto = 5_000

const textoModelo = texto(maxTexto).superRefine((modelo, context) => {
  const unknown = new Set([...modelo.matchAll(lugar)].map(([, nome = '']) => nome).filter((nome) => !isCampo(nome)))
  if (unknown.size === 0) return
  const told = [...unknown].slice(0, 5).map((nome) => `{${nome.slice(0, 30)}}`)
  const known = Object.keys(camposModelo).map((nome) => `{${nome}}`)
  context.addIssue({
    code: 'custom',
    message: `tem campos desconhecidos (${told.join(', ')}); use os de: ${known.join(', ')}`,
  })
})

const titulo = texto(80)
export const newModelo = jsonBody({ titulo, texto: textoModelo })
export type NewModelo = z.output<typeof newModelo>

export const changeModeloRequest = jsonBody({
  titulo: titulo.optional(),
  texto: textoModelo.optional(),
  /** What the screen showed before the change: if a colleague has changed it since, the answer is 409. */
  titulo_lido: titulo.optional(),
  texto_lido: z.string().max(maxTexto).refine(isStorable, notText).optional(),
  ativo: z.boolean({ error: 'deve ser true ou false' }).optional(),
})
export type ChangeModelo = z.output<typeof changeModeloRequest>

const modeloTexto = z.object({ id: z.int(), titulo: z.string(), texto: z.string(), ativo: z.boolean() })
export type ModeloTexto = z.infer<typeof modeloTexto>
export const modelosAnswer = z.object({ ...success, modelos: z.array(modeloTexto) })

/** A text filled in for one ticket. A name whose value is unknown stays in braces. */
const modeloPreenchido = z.object({
  id: z.int(),
  titulo: z.string(),
  texto: z.string(),
  faltam: z.array(z.string()).describe('Campos que o atendimento não tem'),
})
export type ModeloPreenchido = z.infer<typeof modeloPreenchido>
export const modelosPreenchidosAnswer = z.object({ ...success, modelos: z.array(modeloPreenchido) })
