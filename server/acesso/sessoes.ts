import type { Who } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import type { Actor } from './recognizePerson.ts'
import { endSessoes, listSessoes } from './rows/session.ts'
import type { Sessao } from './wire.ts'

/** Where a person is signed in, the latest first. */
export async function listSessoesOf(
  desk: Desk,
  { usuarioId, sessaoId }: Pick<Actor, 'usuarioId' | 'sessaoId'>,
): Promise<Sessao[]> {
  return (await listSessoes(desk, usuarioId)).map((row) => ({
    id: row.id,
    criada_em: row.createdAt.toISOString(),
    ip: row.ipAddress || null,
    navegador: row.userAgent || null,
    atual: row.id === sessaoId,
  }))
}

/** Ends one of a person's sessions, or all of them, this one included; on record. Gives how many. */
export const endOwnSessoes = (desk: Desk, who: Who, id?: number): Promise<number> =>
  endSessoes(desk.database, { usuarioId: who.usuarioId, id }, { ...who, acao: 'sessoes_encerradas' })
