import { z } from 'zod'
import { identificadorSchema } from './identificador.ts'
import { momentoSchema } from './momento.ts'

/** spec: Package. `valor` is numeric text here, unlike the service's. */
export const pacoteSchema = z
  .object({
    id_pacote: identificadorSchema,
    codigo: z.string(),
    descricao: z.string(),
    valor: z.string().regex(/^-?\d{1,12}(\.\d{1,4})?$/, 'deve ser um número em texto, com ponto'),
    observacoes: z.string(),
    data_cadastro: momentoSchema,
  })
  .meta({ id: 'Pacote' })

/** spec: Service password. Never sent to the screens nor to the log (DESIGN §3 "Personal data"). */
export const senhaSchema = z
  .object({
    id_cliente_servico_senha: identificadorSchema,
    descricao: z.string(),
    usuario: z.string(),
    senha: z.string(),
  })
  .meta({ id: 'Senha' })

/** Shape from DESIGN §3 "Customer list". */
export const grupoSchema = z.object({ id: identificadorSchema, descricao: z.string() }).meta({ id: 'Grupo' })

export type Pacote = z.infer<typeof pacoteSchema>
export type Senha = z.infer<typeof senhaSchema>
export type Grupo = z.infer<typeof grupoSchema>
