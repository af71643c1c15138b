import * as z from 'zod'
import { diaSchema, horaSchema, jsonBody, optional, positiveInteger, rowId, success, texto } from '../http/wire.ts'

const maxPalavras = 280

/** A note of a person to themselves. Instants are ISO 8601. */
const lembrete = z.object({
  id: z.int(),
  quando: z.iso.datetime(),
  palavras: z.string(),
  atendimento: z.object({ id: z.int(), protocolo_formatado: z.string() }).nullable(),
  cliente: z.object({ id_cliente: z.int(), nome_razaosocial: z.string() }).nullable(),
})
export type Lembrete = z.infer<typeof lembrete>

const dia = z.union([z.enum(['hoje', 'amanha']), diaSchema], { error: 'deve ser hoje, amanha ou AAAA-MM-DD' })

/** The form makes `chave`, so that a reminder that is sent twice is stored once. */
export const newLembrete = jsonBody({
  chave: z.guid('deve ser um UUID').toLowerCase(),
  palavras: texto(maxPalavras),
  em_minutos: optional(positiveInteger()).describe('Daqui a tantos minutos; ou dia e hora'),
  dia: optional(dia),
  hora: optional(horaSchema),
  ligacao_id: optional(z.guid('deve ser um UUID').toLowerCase()),
  atendimento_id: optional(rowId()),
}).refine(({ em_minutos, hora }) => (em_minutos === undefined) !== (hora === undefined), {
  path: ['hora'],
  error: 'deve vir sozinha: diga a hora ou em quantos minutos',
})
export type NewLembrete = z.infer<typeof newLembrete>

export const lembretesAnswer = z.object({ ...success, lembretes: z.array(lembrete) })

declare module '../events.ts' {
  interface ServerEvents {
    /** The list of the user's own reminders changed: screens that show it load it again. */
    'lembretes:mudaram': (body: object) => void
  }
}
