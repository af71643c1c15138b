import { z } from 'zod'
import { texto } from './campos.ts'

/** A kind of billing event, as the forms' and other systems' lists show it. */
export const tipoServico = z
  .object({
    id_tipo_servico: z.int(),
    descricao: z.string(),
    display: z.string().describe('Como aparece na tela'),
  })
  .meta({ id: 'TipoServico' })
export type TipoServico = z.infer<typeof tipoServico>

export const tiposServicoAnswer = z.object({
  status: z.literal('success'),
  msg: z.string(),
  tipos_servico: z.array(tipoServico),
})

/** What an administrator says of a new one; without `display` it is shown as its `descricao`. */
export const newTipoServico = z.object({
  descricao: texto(100),
  display: z.preprocess((value) => (value === null || value === '' ? undefined : value), texto(100).optional()),
})
export type NewTipoServico = z.infer<typeof newTipoServico>
