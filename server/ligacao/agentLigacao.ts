import type { Desk } from '../desk.ts'
import { notFound, Refusal } from '../refusal.ts'
import { publishLigacao, tellLigacao } from './publishLigacao.ts'
import { closeWindow, expireWindows, missUnseen } from './rows/endings.ts'
import { ligacaoById, linkWindow, openLigacoesOf, presentLigacao } from './rows/ligacao.ts'
import { isLigacaoId, unseenLifetimeMs, windowLifetimeMs } from './rules/call.ts'
import type { Ligacao, LigacoesAbertas } from './wire/ligacao.ts'

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** The call as it stands, if it is this user's. @throws Refusal not_found */
async function ownLigacao({ database }: Desk, usuarioId: number, id: string): Promise<Ligacao> {
  const row = isLigacaoId(id) ? await ligacaoById(database, id) : null
  if (row?.usuario_id !== usuarioId) throw notFound('A chamada')
  return presentLigacao(row)
}

/** The snapshot that a screen replaces its calls with. Calls nobody saw in time become missed first. docs/interface.md: A window. */
export async function listAbertas(desk: Desk, usuarioId: number): Promise<LigacoesAbertas> {
  const { database } = desk
  const now = desk.now()
  await missUnseen(database, usuarioId, ago(now, unseenLifetimeMs), now)
  const rows = await openLigacoesOf(database, usuarioId, ago(now, windowLifetimeMs))
  return { ligacoes: rows.map((row) => presentLigacao(row)) }
}

/** Idempotent: a window closed twice stays closed. Told to all her screens. @throws Refusal not_found */
export async function closeLigacao(desk: Desk, usuarioId: number, id: string): Promise<Ligacao> {
  const before = await ownLigacao(desk, usuarioId, id)
  if (!(await closeWindow(desk.database, usuarioId, id, desk.now()))) return before
  const closed = await ownLigacao(desk, usuarioId, id)
  publishLigacao(desk, usuarioId, 'ligacao:encerrada', closed)
  return closed
}

/**
 * Links the call to the customer that the agent picked, and tells all her screens.
 * @throws Refusal not_found; conflict when the call has its ticket or is over
 */
export async function linkCliente(desk: Desk, usuarioId: number, id: string, idCliente: number): Promise<Ligacao> {
  await ownLigacao(desk, usuarioId, id)
  if (!(await linkWindow(desk.database, usuarioId, id, idCliente))) {
    throw new Refusal(
      'conflict',
      'O cliente não pode mais ser trocado: a chamada terminou, já tem atendimento ou o cliente não existe',
    )
  }
  const linked = await ownLigacao(desk, usuarioId, id)
  publishLigacao(desk, usuarioId, 'ligacao:atualizada', linked)
  return linked
}

/** Ends the windows that nobody closed for eight hours, and tells their screens; gives how many. docs/interface.md: A window. */
export async function expireLigacoes(desk: Desk): Promise<number> {
  const now = desk.now()
  const ended = await expireWindows(desk.database, ago(now, windowLifetimeMs), now)
  for (const { id } of ended) await tellLigacao(desk, id, 'ligacao:encerrada')
  return ended.length
}
