import { z } from 'zod'

/** spec: Address. `estado` is the two-letter abbreviation and `uf` the full name of the state, as observed. */
export const enderecoSchema = z
  .object({
    completo: z.string(),
    logradouro: z.string(),
    endereco: z.string(),
    numero: z.string(),
    complemento: z.string(),
    bairro: z.string(),
    cep: z.string(),
    estado: z.string(),
    uf: z.string(),
    cidade: z.string(),
    coordenadas: z.object({ latitude: z.number().nullable(), longitude: z.number().nullable() }),
  })
  .meta({ id: 'Endereco' })

export type Endereco = z.infer<typeof enderecoSchema>
