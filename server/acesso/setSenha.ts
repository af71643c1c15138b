import type { Desk } from '../desk.ts'
import { hashSenha } from './rows/auth.ts'
import type { By } from './rows/changeUsuario.ts'
import { changeSenha, findUsuario } from './rows/users.ts'
import { leastPassword, mostPassword, type WeakPassword, weaknessOf } from './rules/senha.ts'

const sentences: Record<WeakPassword, string> = {
  short: `must have at least ${leastPassword} characters`,
  long: `must have at most ${mostPassword} characters`,
  common: 'is one that is tried first: a common word, a pattern or a walk on the keyboard. Choose several words',
  'own name': 'is little more than the user’s own name. Choose several words',
}

/** A password that is too easy to guess; the message says why, after "The password". */
export class WeakPasswordError extends Error {
  override readonly name = 'WeakPasswordError'
}

/** @throws WeakPasswordError */
export function demandStrong(senha: string, names: readonly string[]): void {
  const weakness = weaknessOf(senha, names)
  if (weakness) throw new WeakPasswordError(sentences[weakness])
}

/**
 * Sets another password, ends every session of the user and puts it on record, all or nothing: whoever knew the old
 * password is signed out. False when there is no such user, or the user has no password.
 * @throws WeakPasswordError
 */
export async function setSenha(desk: Desk, by: By, usuario: string, senha: string): Promise<boolean> {
  const found = await findUsuario(desk.database, usuario)
  if (!found) return false
  demandStrong(senha, [found.usuario, found.nome])
  return changeSenha(desk.database, by, found, await hashSenha(desk, senha), desk.now())
}
