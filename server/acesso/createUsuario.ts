import type { Desk } from '../desk.ts'
import { authOf } from './rows/auth.ts'
import { type By, insertUsuario, type Moved } from './rows/changeUsuario.ts'
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
 * Creates a user who can sign in, and tells what had been a disabled user's. With `by`, on record; `first`: only while there is no
 * other.
 * @throws WeakPasswordError; UsuarioChangeError for what is somebody's
 */
export async function createUsuario(
  desk: Desk,
  { senha, ...asked }: NewUsuario,
  by?: By,
  { first = false } = {},
): Promise<{ id: number; moved: Moved[] }> {
  const usuario = { ...asked, usuario: asked.usuario.toLowerCase() }
  demandStrong(senha, [usuario.usuario, usuario.nome])
  const { password } = await (await authOf(desk)).$context
  return insertUsuario(desk.database, { ...usuario, hash: await password.hash(senha) }, by, { first })
}
