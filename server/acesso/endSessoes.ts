import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { administeredUsuario } from './administerUsuarios.ts'
import type { By } from './rows/changeUsuario.ts'
import { endSessoes } from './rows/session.ts'

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
