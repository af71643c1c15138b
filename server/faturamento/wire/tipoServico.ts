import * as z from 'zod'
import { jsonBody, optional, success, texto } from '../../http/wire.ts'

/** A kind of billing event, as the form and the list for other systems show it. */
const tipoServico = z
  .object({
    id_tipo_servico: z.int(),
    descricao: z.string(),
    display: z.string().describe('Como aparece na tela'),
  })
  .meta({ id: 'TipoServico' })
export type TipoServico = z.infer<typeof tipoServico>

export const tiposServicoAnswer = z.object({ ...success, tipos_servico: z.array(tipoServico) })

/** A new service type. Without `display` it is shown as its `descricao`. */
export const newTipoServico = jsonBody({
  descricao: texto(100),
  display: optional(texto(100)),
})
export type NewTipoServico = z.infer<typeof newTipoServico>

const tipoServicoGerido = tipoServico.extend({ ativo: z.boolean() })
export type TipoServicoGerido = z.infer<typeof tipoServicoGerido>
export const tiposServicoGeridosAnswer = z.object({ ...success, tipos_servico: z.array(tipoServicoGerido) })
export const tipoServicoAnswer = z.object({ ...success, tipo_servico: tipoServicoGerido })
export const setTipoServicoRequest = jsonBody({ ativo: z.boolean({ error: 'deve ser true ou false' }) })
