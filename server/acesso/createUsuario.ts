import type { Desk } from '../desk.ts'
import { authOf } from './rows/auth.ts'
import { demandStrong } from './setSenha.ts'
import type { Papel } from './wire.ts'

export interface NewUsuario {
  usuario: string
  nome: string
  senha: string
  papel: Papel
  ramal: string | null
  identificador_interno: string | null
}

/**
 * Creates a user who can sign in; returns the id.
 * @throws better-auth's APIError when the name is taken; WeakPasswordError; Prisma P2002 for a ramal in use
 */
export async function createUsuario(desk: Desk, { usuario, nome, senha, papel, ...called }: NewUsuario) {
  demandStrong(senha, [usuario, nome])
  const auth = await authOf(desk)
  const { user } = await auth.api.createUser({
    body: {
      // better-auth requires an e-mail address; none is ever sent.
      email: `${usuario.toLowerCase()}@alo.invalid`,
      password: senha,
      name: nome,
      role: papel,
      data: { username: usuario.toLowerCase(), ...called },
    },
  })
  return Number(user.id)
}
