import * as z from 'zod'
import { diaSchema, horaSchema, parameter, success } from '../http/wire.ts'

/** A stage that a request or its window came to: so many milliseconds after the request arrived. */
const etapa = z.object({ etapa: z.string(), ms: z.number().nullable(), detalhe: z.string().nullable() })
export type Etapa = z.infer<typeof etapa>

export const operacao = z.enum(['notificar', 'cancelar', 'consultar'])

/** One request of an exchange, or so many refused alike within a minute (`vezes`). Instants are ISO 8601. */
const rastro = z.object({
  id: z.string().describe('O id_requisicao que a central recebeu'),
  em: z.iso.datetime(),
  operacao,
  frase: z.string().describe('O que houve e o que fazer, em uma frase'),
  tom: z.enum(['bom', 'neutro', 'ruim']),
  vezes: z.int(),
  ip: z.string(),
  token: z.string().nullable(),
  status: z.int(),
  ramal: z.string().nullable(),
  telefone: z.string().nullable(),
  chave: z.string().nullable(),
  etapas: z.array(etapa),
})
export type Rastro = z.infer<typeof rastro>

/** What is asked for: each narrows the others. `dia` and `hora` are the desk's; a time means five minutes around it. */
export const diagnosticoQuery = z.object({
  ramal: parameter(z.string().trim().max(20, 'deve ter no máximo 20 caracteres')),
  telefone: parameter(z.string().trim().max(64, 'deve ter no máximo 64 caracteres')),
  chave: parameter(z.string().trim().max(255, 'deve ter no máximo 255 caracteres')),
  id: parameter(z.string().trim().toLowerCase().max(64, 'deve ter no máximo 64 caracteres')),
  dia: parameter(diaSchema),
  hora: parameter(horaSchema),
})
export type DiagnosticoQuery = z.infer<typeof diagnosticoQuery>

export const diagnosticoAnswer = z.object({
  ...success,
  resposta: z.string().describe('A resposta em uma frase'),
  rastros: z.array(rastro).describe('Os mais novos primeiro, no máximo 50'),
  mais: z.boolean().describe('Se há mais antigos do que estes'),
})

/** What a token asked as an exchange within the last hour, and why it was refused. */
const uso = z.object({
  desde: z.iso.datetime().nullable().describe('null: da hora inteira; senão desde quando, por serem pedidos demais'),
  operacoes: z.array(z.object({ operacao, aceitos: z.int(), recusados: z.int() })),
  causas: z
    .array(z.object({ frase: z.string(), vezes: z.int() }))
    .describe('Por que se recusou: as mais frequentes primeiro, no máximo 5'),
  outros: z.int().describe('Recusados por outras causas'),
})
export type Uso = z.infer<typeof uso>
export const usoAnswer = z.object({ ...success, uso })
