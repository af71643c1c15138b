import { z } from 'zod'
import { success } from '../http/wire.ts'

/** What a person may do. */
export const papel = z.enum(['atendente', 'supervisor', 'administrador'])
export type Papel = z.infer<typeof papel>

/** What a token may open. docs/interface.md: Authorization. */
export const escopo = z.enum(['pbx', 'cliente', 'financeiro'])
export type Escopo = z.infer<typeof escopo>

export const usuarioAtual = z
  .object({
    id: z.int(),
    usuario: z.string(),
    nome: z.string(),
    papel,
    ramal: z.string().nullable(),
    identificador_interno: z.string().nullable(),
  })
  .meta({ id: 'UsuarioAtual' })
export type UsuarioAtual = z.infer<typeof usuarioAtual>

export const euAnswer = z.object({ ...success, usuario: usuarioAtual })
