import { z } from 'zod'

/** The body of every refusal, at a truthful HTTP status. DESIGN: Errors. */
export const errorBody = z
  .object({
    status: z.literal('error'),
    msg: z.string().describe('Uma frase em português que diz o que houve e o que fazer'),
    errors: z.array(z.string()).describe('Uma frase por erro, com o nome do campo'),
    campos: z.record(z.string(), z.array(z.string())).describe('Os mesmos erros, por campo'),
    id_requisicao: z.string().describe('Cite este número ao pedir ajuda'),
  })
  .meta({ id: 'Erro' })

export type ErrorBody = z.infer<typeof errorBody>
