import { recordWithin } from '../auditoria/recordWithin.ts'
import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import { gather } from '../database/gather.ts'
import { type Desk, perDesk } from '../desk.ts'
import { retryOptimistically } from '../flow/optimisticRetry.ts'
import { notFound, Refusal } from '../refusal.ts'
import { attend, tooLate } from './attend.ts'
import { awaitGroup } from './noteRing.ts'
import { publishLigacao, tellAttended, tellGroup, tellLembretes, tellOthers } from './publishLigacao.ts'
import { writeShownOf } from './reportShown.ts'
import { readUndoable, undoEnd } from './rows/attention.ts'
import { closeWindow, missUnseen } from './rows/endings.ts'
import { holderAfter, linkCall } from './rows/itsAtendimento.ts'
import { ligacaoById, openLigacoesOf, presentLigacao } from './rows/ligacao.ts'
import { canReopen, isLigacaoId, mayRing, unseenLifetimeMs, windowLifetimeMs } from './rules/call.ts'
import type { Ligacao, LigacoesAbertas } from './wire/ligacao.ts'

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** The call as it stands, if it is this user's. @throws Refusal not_found */
export async function ownLigacao({ database }: Desk, usuarioId: number, id: string): Promise<Ligacao> {
  const row = isLigacaoId(id) ? await ligacaoById(database, id) : null
  if (row?.usuario_id !== usuarioId) throw notFound('A chamada')
  return presentLigacao(row)
}

/**
 * How many users' snapshots are read together. Such readings follow one another, so that connections of the pool are
 * left for calls when all screens come back at once.
 */
const together = 16
const snapshots = perDesk((desk) => gather((usuarios: number[]) => listAll(desk, usuarios), together))

/**
 * The snapshot that a screen replaces its calls with. Calls that nobody saw in time become missed first.
 * docs/interface.md: A window.
 */
export const listAbertas = (desk: Desk, usuarioId: number): Promise<LigacoesAbertas> => snapshots(desk)(usuarioId)

async function listAll(desk: Desk, usuarios: readonly number[]): Promise<LigacoesAbertas[]> {
  const { database } = desk
  const now = desk.now()
  // A window that a screen has shown is not unseen, so reports of it are written first. Where that fails, the user's
  // windows are not ended.
  const written = await Promise.all(usuarios.map((usuarioId) => writeShownOf(desk, usuarioId)))
  const known = usuarios.filter((_, n) => written[n])
  const missed = known.length > 0 ? await missUnseen(database, known, ago(now, unseenLifetimeMs), now) : []
  // Only calls that may still ring concern their groups. After a night without screens, the others would cause writes
  // to every window of their groups for each agent who comes.
  for (const { id, grupo, tocada_em } of missed)
    if (grupo && mayRing({ atendida_em: null, tocada_em }, now)) await tellOthers(desk, id)
  const all = await openLigacoesOf(database, usuarios, ago(now, windowLifetimeMs))
  return all.map(({ rows, outras }) => ({
    ligacoes: rows.map((row) => presentLigacao(row)),
    ...(outras > 0 && { outras }),
  }))
}

/** Idempotent: a window closed twice stays closed. Told to all the agent's screens. @throws Refusal not_found */
export async function closeLigacao(desk: Desk, usuarioId: number, id: string): Promise<Ligacao> {
  const before = await ownLigacao(desk, usuarioId, id)
  if (!(await closeWindow(desk.database, usuarioId, id, desk.now()))) return before
  const closed = await ownLigacao(desk, usuarioId, id)
  publishLigacao(desk, usuarioId, 'ligacao:encerrada', closed)
  return closed
}

/**
 * "Atendi": the call is attended from the first time on, and the other windows of its group close.
 * @throws Refusal not_found; conflict, with the call beside it, when it ended unattended or a colleague attended it
 */
export async function attendLigacao(desk: Desk, usuarioId: number, id: string): Promise<Ligacao> {
  await ownLigacao(desk, usuarioId, id)
  await attend(desk, usuarioId, id)
  const ligacao = await ownLigacao(desk, usuarioId, id)
  if (ligacao.atendida_em === null) throw tooLate(ligacao)
  return ligacao
}

/**
 * Takes back the end of a window that the agent closed, or that closed because a colleague attended: the same window
 * opens again and does not ring. A call that the exchange ended meanwhile stays over. Idempotent.
 * docs/interface.md: A window.
 * @throws Refusal not_found; conflict, with the call beside it, when it is too late or another window took its place
 */
export function reopenLigacao(desk: Desk, usuarioId: number, id: string): Promise<Ligacao> {
  const { database } = desk
  return retryOptimistically(async () => {
    const before = isLigacaoId(id) ? await readUndoable(database, id, usuarioId) : undefined
    if (!before) throw notFound('A chamada')
    if (before.estado === 'aberta') return ownLigacao(desk, usuarioId, id)
    const beside = async () => ({ ligacao: await ownLigacao(desk, usuarioId, id) })
    if (!canReopen(before, desk.now()))
      throw new Refusal('conflict', 'A chamada terminou e não pode ser reaberta', {}, await beside())
    if (before.tomada) throw isTaken(await ownLigacao(desk, usuarioId, id))
    const { fila, versao } = before
    if (!(await undoEnd(database, { id, versao, fila, usuario_id: usuarioId }))) return undefined
    const ligacao = await ownLigacao(desk, usuarioId, id)
    publishLigacao(desk, usuarioId, 'ligacao:atualizada', ligacao)
    tellGroup(desk, ligacao)
    return ligacao
  })
}

const isTaken = (ligacao: Ligacao) =>
  new Refusal(
    'conflict',
    ligacao.telefone ? 'Este telefone já tem outra chamada aberta' : 'Já há outra chamada aberta sem número',
    {},
    { ligacao },
  )

/** Choices of a customer for one call, per hour: it has one caller, and slips are few. Beyond that it is browsing. */
const mostOfCall = 10

/**
 * Records that an agent says who calls; `alvo` is the call (`ligacao:…`) or its ticket. To be called before the
 * customer is linked, because an agent may read the data of a customer they chose. docs/interface.md: Personal data.
 * @throws Refusal too_many: then the customer must not be linked
 */
export const recordChoice = (desk: Desk, who: Who, alvo: string, idCliente: number): Promise<void> =>
  recordWithin(
    desk,
    { ...who, acao: 'cliente_escolhido', alvo, detalhes: { cliente: idCliente } },
    desk.config.choicesPerHour,
    mostOfCall,
  )

/**
 * Links the call to the customer that the agent picked, or corrects who it was, with its ticket; tells all the agent's screens.
 * @throws Refusal not_found; too_many; conflict, with the call beside it, when it is over and has no ticket, or its ticket was
 *   passed on
 */
export async function linkCliente(desk: Desk, { usuarioId, ip }: Who, id: string, idCliente: number): Promise<Ligacao> {
  const before = await ownLigacao(desk, usuarioId, id)
  if (before.cliente?.id_cliente !== idCliente) await recordChoice(desk, { usuarioId, ip }, `ligacao:${id}`, idCliente)
  await awaitGroup(desk, id)
  const link = () => linkCall(desk.database, { usuarioId, ligacaoId: id, idCliente, ip, now: desk.now() })
  let outcome = await link()
  if (outcome === 'grouped') {
    await attend(desk, usuarioId, id)
    outcome = await link()
  }
  if (outcome === 'no_cliente') throw new Refusal('conflict', 'O cliente não existe', {}, { ligacao: before })
  const ligacao = await ownLigacao(desk, usuarioId, id)
  if (outcome === 'passed') {
    const nome = ligacao.atendimento && (await holderAfter(desk.database, usuarioId, ligacao.atendimento.id))
    const msg = `O atendimento foi passado para ${nome ?? 'um colega'}, que é quem troca o cliente`
    throw new Refusal('conflict', msg, {}, { ligacao })
  }
  if (outcome === 'over' || outcome === 'grouped') throw tooLate(ligacao)
  if (typeof outcome === 'object') {
    publishLigacao(desk, usuarioId, 'ligacao:atualizada', ligacao)
    tellLembretes(desk, outcome.donos)
    // Whoever links an open call attends it.
    if (before.atendida_em === null) tellAttended(desk, id)
  }
  return ligacao
}
