import * as z from 'zod'
import { jsonBody, success, texto } from '../../http/wire.ts'

/** The options for a ticket's reason and outcome. Administrators keep both lists. */
const listaAtendimento = z.enum(['motivo', 'desfecho'], { error: 'deve ser motivo ou desfecho' })

const opcaoAtendimento = z.object({
  id: z.int(),
  lista: listaAtendimento,
  descricao: z.string(),
  ativo: z.boolean().describe('false: não é mais oferecida; os atendimentos que a têm ficam com ela'),
})
export type OpcaoAtendimento = z.infer<typeof opcaoAtendimento>

const descricao = texto(80)
export const newOpcao = jsonBody({ lista: listaAtendimento, descricao })
export type NewOpcao = z.output<typeof newOpcao>

export const changeOpcaoRequest = jsonBody({
  descricao: descricao.optional(),
  /** The name that was read before the change; if it is another by now, the change is refused. */
  descricao_lida: descricao.optional(),
  ativo: z.boolean({ error: 'deve ser true ou false' }).optional(),
})
export type ChangeOpcao = z.output<typeof changeOpcaoRequest>

export const opcoesAnswer = z.object({ ...success, opcoes: z.array(opcaoAtendimento) })
