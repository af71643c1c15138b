import { randomBytes } from 'node:crypto'
import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import { createUsuario } from './createUsuario.ts'
import { inviteUsuario } from './inviteUsuario.ts'
import { type By, changeUsuario, setAtivo, UsuarioChangeError } from './rows/changeUsuario.ts'
import { endSessoes } from './rows/session.ts'
import { administeredUsuarios } from './rows/users.ts'
import type { ChangeUsuarioRequest, NewUsuarioRequest, UsuarioAdministrado } from './wire.ts'

const gone = () => notFound('Este usuário')

/** @throws Refusal not_found */
export async function administeredUsuario(desk: Desk, id: number): Promise<UsuarioAdministrado> {
  const [usuario] = await administeredUsuarios(desk, { id })
  if (!usuario) throw gone()
  return usuario
}

/**
 * Creates a user and the link with which they choose their password; until then nobody can sign in as them. On record.
 * @throws Refusal invalid for a name or extension that is taken; conflict while others keep changing users
 */
export async function addUsuario(desk: Desk, by: By, asked: NewUsuarioRequest) {
  const senha = randomBytes(32).toString('base64url')
  const { id } = await refusing(desk, createUsuario(desk, { ...asked, senha }, by))
  return { usuario: await administeredUsuario(desk, id), convite: await inviteUsuario(desk, by, id) }
}

/**
 * Changes a user, on record. Their screens load again who they are. A call that already rings stays where it is.
 * @throws Refusal invalid, not_found; conflict with the user as they now are, when somebody else saved first
 */
export async function saveUsuario(
  desk: Desk,
  by: By,
  id: number,
  { alterado_em, trocar_com = [], ...change }: ChangeUsuarioRequest,
): Promise<UsuarioAdministrado> {
  const saving = changeUsuario(desk.database, id, change, by, { swap: trocar_com, seen: new Date(alterado_em) })
  if (!(await refusing(desk, saving, id))) throw gone()
  return administeredUsuario(desk, id)
}

/**
 * Disables a user, which ends all their sessions at once, or lets them sign in again; on record.
 * @throws Refusal not_found; invalid for the last administrator; conflict while others keep changing users
 */
export async function setUsuarioAtivo(desk: Desk, by: By, id: number, ativo: boolean): Promise<UsuarioAdministrado> {
  if (!(await refusing(desk, setAtivo(desk.database, id, ativo, by), id, false))) throw gone()
  return administeredUsuario(desk, id)
}

/** Ends one of a person's sessions, or all of them, this one included; on record. Returns how many ended. */
export const endOwnSessoes = (desk: Desk, who: Who, id?: number): Promise<number> =>
  endSessoes(desk.database, { usuarioId: who.usuarioId, id }, { ...who, acao: 'sessoes_encerradas' })

/** Ends one session of a user, or all of them; on record. Returns how many ended. @throws Refusal not_found */
export async function endSessoesOf(desk: Desk, by: By, usuarioId: number, id?: number): Promise<number> {
  const { usuario } = await administeredUsuario(desk, usuarioId)
  const detalhes = { ...by.detalhes, usuario }
  const entry = { ...by, acao: 'usuario_sessoes_encerradas', alvo: `usuario:${usuarioId}`, detalhes } as const
  return endSessoes(desk.database, { usuarioId, id }, entry)
}

/** Turns a `UsuarioChangeError` into a refusal for the screen; with `fields`, the refusal names the form's field. */
async function refusing<T>(desk: Desk, work: Promise<T>, id?: number, fields = true): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof UsuarioChangeError)) throw error
    const { why } = error
    if (why === 'last') {
      const sentence = 'Este é o último administrador que pode entrar: antes faça outro'
      throw new Refusal('invalid', sentence, fields ? { papel: ['é do último administrador que pode entrar'] } : {})
    }
    if (why === 'stale') {
      const usuario = id === undefined ? undefined : await administeredUsuario(desk, id)
      throw new Refusal(
        'conflict',
        'Outra pessoa alterou este usuário: veja como ficou e salve de novo',
        {},
        { usuario },
      )
    }
    if (why === 'usuario') throw invalid({ usuario: ['já existe: escolha outro'] })
    // A new user has nothing to exchange yet.
    const instead = id === undefined ? 'escolha outro' : 'troque os dois entre si ou escolha outro'
    const sentence = (of: string) => [`já é de ${of}: ${instead}`]
    throw invalid(Object.fromEntries(why.taken.map(({ name, of }) => [name, sentence(of)])))
  }
}
