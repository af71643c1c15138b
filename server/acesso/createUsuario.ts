import type { Desk } from '../desk.ts'
import { hashSenha } from './rows/auth.ts'
import { type By, insertUsuario, type Moved, type NewPerson } from './rows/changeUsuario.ts'
import { demandStrong } from './setSenha.ts'

/**
 * Creates a user who can sign in. `moved` is what was taken from disabled users: an extension, an internal id. With
 * `by`, on record. With `first`, only while there is no user.
 * @throws WeakPasswordError; UsuarioChangeError for a taken name or extension, or with `first` when a user exists
 */
export async function createUsuario(
  desk: Desk,
  { senha, ...asked }: Omit<NewPerson, 'hash'> & { senha: string },
  by?: By,
  { first = false } = {},
): Promise<{ id: number; moved: Moved[] }> {
  const usuario = { ...asked, usuario: asked.usuario.toLowerCase() }
  demandStrong(senha, [usuario.usuario, usuario.nome])
  return insertUsuario(desk.database, { ...usuario, hash: await hashSenha(desk, senha) }, by, { first })
}
