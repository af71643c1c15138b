import { z } from 'zod'
import { jsonBody, success, texto } from '../http/wire.ts'

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

/** Who wants in. Longer than a name or a password can be is neither's. */
export const signInRequest = jsonBody({
  username: texto(200),
  password: z.string({ error: 'deve ser um texto' }).min(1, 'não pode ficar em branco').max(1_000, 'é longa demais'),
})

export const euAnswer = z.object({ ...success, usuario: usuarioAtual })

/** A place where one is signed in. Instants are ISO 8601; `usada_em` is written once an hour at most. */
export const sessao = z.object({
  id: z.int(),
  criada_em: z.iso.datetime(),
  usada_em: z.iso.datetime(),
  ip: z.string().nullable(),
  navegador: z.string().nullable(),
  atual: z.boolean().describe('A desta própria tela'),
})
export type Sessao = z.infer<typeof sessao>

/** Why somebody is away from the desk for a while. */
export const motivoPausa = z.enum(['banheiro', 'almoco', 'reuniao', 'treinamento', 'outro'], {
  error: 'deve ser banheiro, almoco, reuniao, treinamento ou outro',
})
export type MotivoPausa = z.infer<typeof motivoPausa>

export const pausa = z.object({ motivo: motivoPausa, desde: z.iso.datetime() }).meta({ id: 'Pausa' })
export type Pausa = z.infer<typeof pausa>
const pausaDoColega = pausa.extend({ usuario: usuarioAtual.pick({ id: true, nome: true, ramal: true }) })
export type PausaDoColega = z.infer<typeof pausaDoColega>

export const pausaRequest = jsonBody({ motivo: motivoPausa })
export const pausaAnswer = z.object({ ...success, pausa: pausa.nullable() })
export const pausasAnswer = z.object({ ...success, pausas: z.array(pausaDoColega) })

export const sessoesAnswer = z.object({ ...success, sessoes: z.array(sessao) })
export const sessoesEncerradasAnswer = z.object({ ...success, encerradas: z.int() })

declare module '../events.ts' {
  interface ServerEvents {
    /** The user's own pause is another, or for supervisors anybody's: who shows it asks anew. */
    'pausas:mudaram': (body: object) => void
  }
}
