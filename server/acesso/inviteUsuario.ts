import { randomBytes } from 'node:crypto'
import { type Desk, perDesk } from '../desk.ts'
import { notFound, Refusal, tooMany } from '../refusal.ts'
import { countOrigins } from './attempts.ts'
import { hashToken } from './recognizeToken.ts'
import { hashSenha } from './rows/auth.ts'
import type { By } from './rows/changeUsuario.ts'
import { conviteOf, putConvite, spendConvite } from './rows/convite.ts'
import { demandChosen } from './rules/senha.ts'

const lifetimeMs = 3_600_000

/**
 * Makes the link with which a person chooses a password. It works once, for an hour, and replaces any earlier link.
 * Only the hash of `segredo` is stored. `segredo` stands behind `#` in the address, where no server logs it.
 * @throws Refusal not_found, also for a disabled user
 */
export async function inviteUsuario(desk: Desk, by: By, usuario_id: number) {
  const segredo = randomBytes(32).toString('base64url')
  const expira_em = new Date(desk.now().getTime() + lifetimeMs)
  if (!(await putConvite(desk.database, { usuario_id, hash: hashToken(segredo), expira_em }, by)))
    throw notFound('Este usuário')
  return { segredo, expira_em: expira_em.toISOString(), endereco: desk.config.publicUrl ?? null }
}

const over = () =>
  new Refusal('not_found', 'Este link já foi usado, venceu ou foi trocado por outro: peça um novo a um administrador')

/** Wrong links by address, with the same limit as wrong tokens. */
const failuresOf = perDesk(({ config }) => countOrigins(config.failedTokensPerMinute))

/** The user whose link it is. @throws Refusal not_found; too_many after too many wrong links from an address */
export async function readConvite(desk: Desk, segredo: string, ip: string) {
  const wait = failuresOf(desk).take(ip)
  if (wait > 0) throw tooMany('Links errados demais', wait)
  const usuario = await conviteOf(desk.database, hashToken(segredo), desk.now())
  if (!usuario) throw over()
  failuresOf(desk).giveBack(ip)
  return usuario
}

/** Sets the password that a person chose, uses the link up and ends every session of theirs; on record. @throws Refusal */
export async function acceptConvite(desk: Desk, segredo: string, senha: string, ip: string): Promise<void> {
  const usuario = await readConvite(desk, segredo, ip)
  demandChosen(senha, [usuario.usuario, usuario.nome])
  const chosen = { hash: hashToken(segredo), senha: await hashSenha(desk, senha), ip }
  if (!(await spendConvite(desk.database, chosen, desk.now()))) throw over()
}
