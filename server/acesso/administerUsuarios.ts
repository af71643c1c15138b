import { randomBytes } from 'node:crypto'
import type { Desk } from '../desk.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import { createUsuario } from './createUsuario.ts'
import { inviteUsuario } from './inviteUsuario.ts'
import { type By, changeUsuario, disableUsuario, enableUsuario, UsuarioChangeError } from './rows/changeUsuario.ts'
import { endSessoes } from './rows/session.ts'
import { administeredUsuarios } from './rows/users.ts'
import type { ChangeUsuarioRequest, NewUsuarioRequest, UsuarioAdministrado } from './wire.ts'

const gone = () => notFound('Este usuário')

/** @throws Refusal not_found */
export async function administeredUsuario(desk: Desk, id: number): Promise<UsuarioAdministrado> {
  const [usuario] = await administeredUsuarios(desk.database, { id }, desk.now())
  if (!usuario) throw gone()
  return usuario
}

/** A new user and the link with which they choose their password; until then nobody can sign in as them. On record. */
export async function addUsuario(desk: Desk, by: By, asked: NewUsuarioRequest) {
  const senha = randomBytes(32).toString('base64url')
  const called = { ramal: asked.ramal ?? null, identificador_interno: asked.identificador_interno ?? null }
  const { id } = await refusing(desk, createUsuario(desk, { ...asked, ...called, senha }, by))
  return { usuario: await administeredUsuario(desk, id), convite: await inviteUsuario(desk, by, id) }
}

/**
 * Changes a user, on record. Their screens ask anew who they are. A call that rings stays where it rings.
 * @throws Refusal invalid, not_found; conflict with the user as they now are, when somebody else saved first
 */
export async function saveUsuario(
  desk: Desk,
  by: By,
  id: number,
  { alterado_em, trocar_com = [], nome, papel, ramal, identificador_interno }: ChangeUsuarioRequest,
): Promise<UsuarioAdministrado> {
  const change = {
    ...(nome !== undefined && { nome }),
    ...(papel !== undefined && { papel }),
    ...(ramal !== undefined && { ramal }),
    ...(identificador_interno !== undefined && { identificador_interno }),
  }
  const saving = changeUsuario(desk.database, id, change, by, { swap: trocar_com, seen: new Date(alterado_em) })
  if (!(await refusing(desk, saving, id))) throw gone()
  return administeredUsuario(desk, id)
}

/** Disables a user, who is out at once everywhere, or lets one sign in again; on record. @throws Refusal */
export async function setUsuarioAtivo(desk: Desk, by: By, id: number, ativo: boolean): Promise<UsuarioAdministrado> {
  if (!(await refusing(desk, (ativo ? enableUsuario : disableUsuario)(desk.database, id, by), id, false))) throw gone()
  return administeredUsuario(desk, id)
}

/** Ends one session of a user, or all of them; on record. Gives how many. */
export async function endSessoesOf(desk: Desk, by: By, usuarioId: number, id?: number): Promise<number> {
  const { usuario } = await administeredUsuario(desk, usuarioId)
  const entry = {
    ...by,
    acao: 'usuario_sessoes_encerradas',
    alvo: `usuario:${usuarioId}`,
    detalhes: { ...by.detalhes, usuario },
  } as const
  return endSessoes(desk.database, { usuarioId, id }, entry)
}

/** Says in a refusal's words what may not be done to a user; of a field, where the deed has `fields`. */
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
    // Nobody who is new has anything to exchange.
    const instead = id === undefined ? 'escolha outro' : 'troque os dois entre si ou escolha outro'
    const sentence = (of: string) => [`já é de ${of}: ${instead}`]
    throw invalid(Object.fromEntries(why.taken.map(({ name, of }) => [name, sentence(of)])))
  }
}
