import type { Actor } from '../acesso/recognizePerson.ts'
import { listColegas } from '../acesso/rows/users.ts'
import type { Desk } from '../desk.ts'
import { holderAfter } from '../ligacao/rows/itsAtendimento.ts'
import { seesAll } from '../ligacao/rules/viewer.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import { reassignAtendimento } from './rows/passAtendimento.ts'
import { ligacaoOfAtendimento, presentInteiro, toldAtendimento } from './rows/readAtendimento.ts'
import { tellWindow } from './tellWindow.ts'
import type { AtendimentoPassadoAdiante, PassRequest } from './wire/atendimento.ts'

type Passer = Pick<Actor, 'usuarioId' | 'nome' | 'papel'> & { ip: string }

/**
 * Gives an open ticket with its words to a colleague: the user's own ticket, for supervisors anybody's. On record, and
 * published at once to the screens of both. If two pass it on at once, one succeeds and the other is told whose it is.
 * @throws Refusal not_found; invalid without such a colleague; conflict when it changed, is closed or is already theirs
 */
export async function passAtendimento(
  desk: Desk,
  passer: Passer,
  id: number,
  { id_usuario: para, versao }: PassRequest,
): Promise<AtendimentoPassadoAdiante> {
  const colega = (await listColegas(desk.database)).find((each) => each.id === para && each.ativo)
  if (!colega) throw invalid({ id_usuario: ['não é um colega ativo'] })
  return move(desk, passer, { id, versao, para, whose: seesAll(passer) ? null : passer.usuarioId })
}

/** A pass may be undone for this long, in milliseconds: ten seconds on the screen, and the way of the request. */
const slip = 15_000

/**
 * Gives a ticket that was just passed on back to the agent who had it before. That agent or a supervisor may do so. On
 * record, and published like any other pass.
 * @throws Refusal not_found; conflict when it is too late, or somebody wrote in it meanwhile
 */
export async function unpassAtendimento(
  desk: Desk,
  passer: Passer,
  id: number,
  versao: number,
): Promise<AtendimentoPassadoAdiante> {
  const row = await toldAtendimento(desk.database, id)
  const para = row?.id_passado_de ?? null
  if (!row || para === null || !(seesAll(passer) || para === passer.usuarioId)) throw notFound('O atendimento')
  const passed = row.passado_em?.getTime() ?? 0
  // A version is easily guessed, so it does not prove that nobody wrote since: the instant must match too.
  const written = row.versao !== versao || row.atualizado_em.getTime() !== passed
  if (written || desk.now().getTime() - passed > slip) throw tooLate(row.usuario)
  return move(desk, passer, { id, versao, para, whose: row.usuario_id, desfeito: true })
}

const tooLate = (de: string) => new Refusal('conflict', `Tarde para desfazer: o atendimento é de ${de}`)

interface Move {
  id: number
  versao: number
  para: number
  /** The user who must have the ticket; null: anybody. */
  whose: number | null
  desfeito?: true
}

async function move(desk: Desk, { usuarioId, nome: por, ip }: Passer, asked: Move): Promise<AtendimentoPassadoAdiante> {
  const { database } = desk
  const { id, versao, para, whose, desfeito = false } = asked
  const who = { usuarioId, ip }
  const de = await reassignAtendimento(database, { id, versao, de: whose, para, who, now: desk.now() })
  const row = await toldAtendimento(database, id)
  if (!row) throw notFound('O atendimento')
  if (de === null) throw await whyNot(desk, usuarioId, asked)
  const body = { atendimento: presentInteiro(row), por, desfeito }
  for (const each of new Set([de, para])) desk.publisher.publish(each, 'atendimento:passado', body)
  await tellWindow(desk, usuarioId, await ligacaoOfAtendimento(database, id))
  return body
}

/** The refusal for whoever has or had the ticket tells its state; for others it is not found. */
async function whyNot({ database }: Desk, usuarioId: number, { whose, id, para, desfeito }: Move): Promise<Refusal> {
  const row = await toldAtendimento(database, id)
  if (!row) return notFound('O atendimento')
  if (desfeito) return tooLate(row.usuario)
  if (whose !== null && row.usuario_id !== usuarioId) {
    const nome = await holderAfter(database, usuarioId, id)
    return nome === null
      ? notFound('O atendimento')
      : new Refusal('conflict', `O atendimento já foi passado para ${nome}`)
  }
  const { telefone_formatado: _, ...atendimento } = presentInteiro(row)
  const msg =
    row.usuario_id === para
      ? `O atendimento já é de ${row.usuario}`
      : row.estado === 'fechado'
        ? 'O atendimento está fechado: reabra antes de passar adiante'
        : `O atendimento mudou enquanto isso e é de ${row.usuario}: confira e passe de novo`
  return new Refusal('conflict', msg, {}, { atendimento })
}
