import * as z from 'zod'
import { jsonBody, success, texto } from '../../http/wire.ts'

/** What people call the queues that an exchange names in `ligacao_params`. */
const nomeFila = z.object({
  codigo: z.string().describe('Como a central a chama, em letras minúsculas'),
  nome: z.string(),
})
export type NomeFila = z.infer<typeof nomeFila>

/** Without a name, the queue is called as the exchange calls it. */
export const nomeFilaRequest = jsonBody({
  codigo: texto(60).transform((codigo) => codigo.toLowerCase()),
  nome: texto(60).nullable(),
  /** The name that the screen showed, null for none: if the queue has another one, the answer is 409 with all names. */
  nome_lido: texto(60).nullish(),
})
export type NomeFilaRequest = z.output<typeof nomeFilaRequest>

export const filasAnswer = z.object({ ...success, filas: z.array(nomeFila) })
