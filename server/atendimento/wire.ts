import { z } from 'zod'

/** A support ticket. `protocolo` is digits only; `protocolo_formatado` is grouped for reading aloud. DESIGN: Protocol. */
export const atendimento = z
  .object({
    id: z.int(),
    protocolo: z.string(),
    protocolo_formatado: z.string(),
    descricao: z.string(),
    estado: z.enum(['aberto', 'fechado']),
    versao: z.int().describe('Cresce a cada alteração; quem salva diz qual leu'),
    criado_em: z.iso.datetime(),
    fechado_em: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Atendimento' })
export type Atendimento = z.infer<typeof atendimento>
