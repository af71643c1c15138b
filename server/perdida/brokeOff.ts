import { setTimeout as pause } from 'node:timers/promises'
import type { Desk } from '../desk.ts'
import { ownLigacao } from '../ligacao/agentLigacao.ts'
import { tellPerdidas } from '../ligacao/publishLigacao.ts'
import { isLigacaoId } from '../ligacao/rules/call.ts'
import type { Ligacao } from '../ligacao/wire/ligacao.ts'
import { Refusal } from '../refusal.ts'
import { judgeEnds, noteBrokeOff } from './rows/brokeOff.ts'
import { returnWithinMs } from './rules.ts'

/**
 * "Caiu": the agent says that one of their conversations broke off, whoever ended it and with whatever cause.
 * Idempotent. docs/interface.md: Missed calls.
 * @throws Refusal not_found; conflict, with the call in its body, while the call is open or if nobody talked in it
 */
export async function sayBrokeOff(desk: Desk, usuarioId: number, id: string): Promise<Ligacao> {
  const noted = isLigacaoId(id) && (await noteBrokeOff(desk.database, usuarioId, id))
  const ligacao = await ownLigacao(desk, usuarioId, id)
  if (!noted) {
    const why =
      ligacao.estado === 'aberta' ? 'Feche a chamada antes de dizer que caiu' : 'Você não conversou nesta chamada'
    throw new Refusal('conflict', why, {}, { ligacao })
  }
  tellPerdidas(desk, [usuarioId])
  return ligacao
}

/** A safe margin: a ring is written a few seconds after it came, at most. */
const writtenMs = 60_000
/** Rows locked at once: few enough that an agent who acts on one of them waits a few milliseconds. */
const batch = 200

/**
 * Notes once, for each conversation that the exchange ended without a cause, whether it broke off, when its caller's
 * time to ring again is over. Lists show the same as before, but need not look it up any more. The signal stops it
 * after the current slice. docs/decisions/0073.
 */
export async function judgeBrokenOff({ database, now }: Desk, signal?: AbortSignal): Promise<void> {
  const before = new Date(now().getTime() - returnWithinMs - writtenMs)
  while (!signal?.aborted && (await judgeEnds(database, before, batch)) === batch) await pause(20)
}
