import { LRUCache } from 'lru-cache'
import { isDatabaseAway } from '../database/away.ts'
import { type Desk, perDesk } from '../desk.ts'
import type { ServerEvent } from '../events.ts'
import { flusher } from '../flow/flusher.ts'
import { touchCalls } from './rows/callGroups.ts'
import { usersWhoMissed } from './rows/endings.ts'
import { ligacaoById, presentLigacao } from './rows/ligacao.ts'
import { type KnownLigacao, retransmissionMs } from './rules/call.ts'
import type { Ligacao } from './wire/ligacao.ts'

type LigacaoEvent = Extract<ServerEvent, `ligacao:${string}`>

/**
 * Tells every screen of the user what became of a call. Call it after the commit. The other windows of its ring group
 * are told of its end, too. docs/interface.md: The socket's wire.
 */
export function publishLigacao(desk: Desk, usuarioId: number, event: LigacaoEvent, ligacao: Ligacao): void {
  desk.publisher.publish(usuarioId, event, ligacao)
  if (event === 'ligacao:encerrada') tellGroup(desk, ligacao)
}

/** Reads the call as it stands and tells it; null when there is none. */
export async function tellLigacao(desk: Desk, id: string, event: LigacaoEvent): Promise<Ligacao | null> {
  const row = await ligacaoById(desk.database, id)
  if (!row) return null
  const ligacao = presentLigacao(row)
  publishLigacao(desk, row.usuario_id, event, ligacao)
  return ligacao
}

/** Missed calls of these users have changed: screens that show them ask for them again. Call it after the commit. */
export function tellPerdidas({ publisher }: Desk, usuarios: readonly number[]): void {
  for (const usuarioId of new Set(usuarios)) publisher.publish(usuarioId, 'perdidas:mudaram', {})
}

/** Reminders of these users are about another customer now: their screens ask again. Call it after the commit. */
export function tellLembretes({ publisher }: Desk, usuarios: readonly number[]): void {
  for (const usuarioId of usuarios) publisher.publish(usuarioId, 'lembretes:mudaram', {})
}

/** In milliseconds: what becomes of a whole group is told together. */
const gatherMs = 30

const changedBy = perDesk((desk) => ({
  others: new Set<string>(),
  attended: new Set<string>(),
  telling: flusher(
    gatherMs,
    () => tellWhoMissed(desk).finally(() => touchOthers(desk)),
    // The next snapshot shows the group, and screens ask for missed calls again by themselves.
    (err) => isDatabaseAway(err) || desk.log.error({ err }, 'a ring group, or who missed a caller, was not told'),
  ),
}))

/**
 * How a call stands has changed: the other windows of its ring group show it too. Told a moment later, so that nobody
 * waits for it. Never throws.
 */
export function tellGroup(desk: Desk, { grupo }: Ligacao): void {
  const changed = changedBy(desk)
  for (const { ligacao_id, estado } of grupo ?? []) if (estado !== 'encerrada') changed.others.add(ligacao_id)
  if (changed.others.size > 0) changed.telling.soon()
}

/** The caller is attended: users who missed them need not call back any more. Told a moment later. Never throws. */
export function tellAttended(desk: Desk, id: string): void {
  const changed = changedBy(desk)
  changed.attended.add(id)
  changed.telling.soon()
}

/** Like `tellGroup`, for a call whose own user has no screen that shows it. */
export async function tellOthers(desk: Desk, id: string): Promise<void> {
  const row = await ligacaoById(desk.database, id)
  if (row) tellGroup(desk, presentLigacao(row))
}

async function tellWhoMissed(desk: Desk): Promise<void> {
  const { attended } = changedBy(desk)
  const ids = [...attended]
  attended.clear()
  if (ids.length > 0) tellPerdidas(desk, await usersWhoMissed(desk.database, ids))
}

/** Tells the gathered changes, after those that are being told. Never rejects. */
export const flushGroups = (desk: Desk): Promise<void> => changedBy(desk).telling.flush()

async function touchOthers(desk: Desk): Promise<void> {
  const { others } = changedBy(desk)
  const ids = [...others]
  others.clear()
  if (ids.length === 0) return
  for (const id of await touchCalls(desk.database, ids)) await tellLigacao(desk, id, 'ligacao:atualizada')
}

/** When the last ring was that this process told of each call, in epoch ms: kept while a repetition would be silent. */
const toldBy = perDesk(() => new LRUCache<string, number>({ max: 20_000, ttl: 2 * retransmissionMs, ttlResolution: 0 }))

/**
 * Commits a ring that is told right after the commit: it counts as told from the start, so that a repetition in between
 * is silent. If nothing was written, or the database's answer was lost, nobody was told: the repetition has to tell.
 */
export async function committing<T>(desk: Desk, id: string, now: Date, write: () => Promise<T>): Promise<T> {
  const told = toldBy(desk)
  told.set(id, now.getTime())
  let written = false
  try {
    const result = await write()
    written = Boolean(result)
    return result
  } finally {
    if (!written) told.delete(id)
  }
}

/** Whether the window's last ring was told, as far as its row and this process know. */
export const wasTold = (desk: Desk, { id, tocada_em, toque_entregue }: KnownLigacao) =>
  Math.max(toque_entregue?.getTime() ?? 0, toldBy(desk).get(id) ?? 0) >= tocada_em.getTime()
