import { z } from 'zod'
import { notAnEnd, parameter, proximaPagina, success } from '../http/wire.ts'

/** The record of who did what, for administrators: `GET /api/painel/auditoria?acao=…&apos=…`, 100 a page, newest first. */
export const auditoriaQuery = z.object({
  acao: parameter(z.string().max(100, 'é longa demais')),
  apos: parameter(z.string().regex(/^\d{1,18}$/, notAnEnd)),
})

export const registroAuditoria = z.object({
  id: z.string(),
  quando: z.iso.datetime(),
  autor: z
    .object({ tipo: z.enum(['usuario', 'token']), nome: z.string() })
    .nullable()
    .describe('null: o próprio Alô'),
  ip: z.string().nullable(),
  acao: z.string(),
  alvo: z.string().nullable(),
  detalhes: z.record(z.string(), z.unknown()).nullable(),
})
export type RegistroAuditoria = z.infer<typeof registroAuditoria>

/** What the record says of one customer, for supervisors. */
export const acesso = registroAuditoria.pick({ id: true, quando: true, autor: true, acao: true })
export type Acesso = z.infer<typeof acesso>

/** `GET /api/painel/clientes/17/acessos?apos=…`, 20 a page, newest first. */
export const acessosQuery = auditoriaQuery.pick({ apos: true })
export const acessosAnswer = z.object({
  ...success,
  acessos: z.array(acesso),
  apos: proximaPagina,
})

export const auditoriaAnswer = z.object({
  ...success,
  registros: z.array(registroAuditoria),
  apos: proximaPagina,
})
