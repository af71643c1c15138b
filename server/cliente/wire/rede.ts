import { z } from 'zod'
import { momentoSchema } from './momento.ts'

/** spec: Customer service, relations `interface` and `interface_roteamento`. */
export const interfaceSchema = z
  .object({ nome: z.string(), tipo: z.string(), called_sid: z.string().nullable() })
  .meta({ id: 'Interface' })

/** spec: Customer service, relations `equipamento_conexao` and `equipamento_roteamento`. */
export const equipamentoSchema = z
  .object({ nome: z.string(), ipv4: z.string(), ipv6: z.string().nullable() })
  .meta({ id: 'Equipamento' })

/** Where the subscriber's cable ends. Shape from DESIGN §3 "Customer list". */
export const portaAtendimentoSchema = z
  .object({ numero: z.int().min(-2_147_483_648).max(2_147_483_647), equipamento: z.string() })
  .meta({ id: 'PortaAtendimento' })

/** The last known state of the subscriber's session. Shape from DESIGN §3 "Customer list". */
export const statusConexaoSchema = z
  .object({
    conectado: z.boolean(),
    ultima_conexao: momentoSchema.nullable(),
    ultima_desconexao: momentoSchema.nullable(),
    ultimo_ipv4: z.string().nullable(),
  })
  .meta({ id: 'StatusConexao' })

export type Interface = z.infer<typeof interfaceSchema>
export type Equipamento = z.infer<typeof equipamentoSchema>
export type PortaAtendimento = z.infer<typeof portaAtendimentoSchema>
export type StatusConexao = z.infer<typeof statusConexaoSchema>
