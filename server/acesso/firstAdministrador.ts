import { type Desk, perDesk } from '../desk.ts'
import { isSame } from '../http/credentials.ts'
import { invalid, Refusal, tooMany } from '../refusal.ts'
import { countOrigins } from './attempts.ts'
import { createUsuario } from './createUsuario.ts'
import { macOf } from './rows/auth.ts'
import { UsuarioChangeError } from './rows/changeUsuario.ts'
import { countUsuarios } from './rows/users.ts'
import { demandChosen } from './rules/senha.ts'
import type { PrimeiroAcessoRequest } from './wire.ts'

const knownOf = perDesk(() => ({ hasUsers: false }))

/** Whether there is no user yet. Users are never deleted, so once there is one, no query is needed any more. */
export async function isNew(desk: Desk): Promise<boolean> {
  const known = knownOf(desk)
  known.hasUsers ||= (await countUsuarios(desk.database)) > 0
  return !known.hasUsers
}

/** What a code is written with: without I, O, 0 and 1, which people mistake for one another. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * The code with which the first administrator is made on screen: whoever reads this desk's console is its operator. It
 * is derived from the secret that the processes of a database share, so that each prints the same code, and it works
 * while there is no user.
 */
export async function firstCode(desk: Desk): Promise<string> {
  const mac = await macOf(desk, 'primeiro acesso')
  const code = Array.from(mac.subarray(0, 12), (byte) => letters[byte % letters.length]).join('')
  return code.replace(/.{4}(?=.)/g, '$&-')
}

const over = () => new Refusal('not_found', 'Este Alô já tem usuários: entre, ou peça um acesso a um administrador')

const failuresOf = perDesk(({ config }) => countOrigins(config.failedTokensPerMinute))
const bare = (code: string) => Buffer.from(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))

/** Makes the first administrator, once, on record. @throws Refusal */
export async function createFirstAdministrador(
  desk: Desk,
  { codigo, ...asked }: PrimeiroAcessoRequest,
  ip: string,
): Promise<void> {
  if (!(await isNew(desk))) throw over()
  const wait = failuresOf(desk).take(ip)
  if (wait > 0) throw tooMany('Códigos errados demais', wait)
  if (!isSame(bare(codigo), bare(await firstCode(desk))))
    throw invalid({ codigo: ['não é o que o início deste Alô mostrou'] })
  failuresOf(desk).giveBack(ip)
  demandChosen(asked.senha, [asked.usuario, asked.nome])
  const usuario = { ...asked, papel: 'administrador', ramal: null, identificador_interno: null } as const
  await createUsuario(desk, usuario, { ip, detalhes: { por: 'código do início' } }, { first: true }).catch((error) => {
    throw error instanceof UsuarioChangeError ? over() : error
  })
}
