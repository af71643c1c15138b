import * as z from 'zod'
import { parameter, success } from '../../http/wire.ts'

/** `GET /api/painel/central/3?desde=…`: what came last for a person since an instant. */
export const centralQuery = z.object({ desde: parameter(z.iso.datetime({ error: 'deve ser um instante ISO 8601' })) })

/** A ring as far as it came: told to a screen, drawn by one, attended, ended. Instants are ISO 8601. */
const toque = z.object({
  ligacao_id: z.uuid(),
  tocou_em: z.iso.datetime(),
  telefone_formatado: z.string(),
  cliente: z.string().nullable(),
  entregue_em: z.iso.datetime().nullable(),
  exibida_em: z.iso.datetime().nullable(),
  atendida_em: z.iso.datetime().nullable(),
  encerrada_em: z.iso.datetime().nullable(),
})
export type Toque = z.infer<typeof toque>

export const centralAnswer = z.object({ ...success, toque: toque.nullable() })
export const enderecoAnswer = z.object({
  ...success,
  endereco: z.string().nullable().describe('O endereço deste Alô (PUBLIC_URL); null: o da tela que pergunta'),
})
export const tocarAnswer = z.object({
  ...success,
  ligacao_id: z.uuid(),
  telas: z.int().describe('Telas da pessoa que este processo avisou'),
})
