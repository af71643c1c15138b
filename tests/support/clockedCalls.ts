import { listAbertas } from '#server/ligacao/agentLigacao'
import { cancelLigacao } from '#server/ligacao/cancelLigacao'
import { expireLigacoes } from '#server/ligacao/expireLigacoes'
import { endUncertain, noteHearing } from '#server/ligacao/noteHearing'
import { notifyLigacao } from '#server/ligacao/notifyLigacao'
import { ligacaoRequest } from '#server/ligacao/wire/ligacao'
import { judgeBrokenOff } from '#server/perdida/brokeOff'
import { judge } from '#server/refusal'
import type { TestDesk } from './desk.ts'

/**
 * The desk's own use cases with a clock that the test sets, in milliseconds from now; HTTP requests cannot set one. The
 * use cases publish to the desk's connected screens.
 */
export async function clockedCalls({ database, desk }: TestDesk) {
  const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM token ORDER BY id LIMIT 1')
  const tokenId = rows[0]?.id ?? 0
  const start = Date.now()
  const at = (ms: number) => new Date(start + ms)
  let current = 0
  // One desk for all calls, as in a real process: what it remembers must last from call to call.
  const own = { ...desk, now: () => at(current) }
  const clocked = (ms: number) => {
    current = ms
    return own
  }
  const said = (body: object) => ({ ...judge(ligacaoRequest, body), tokenId, ip: '127.0.0.1' })
  return {
    at,
    /** The time of the last use case. */
    now: () => at(current),
    /** `ligacaoId` is '' when the answer has none. */
    notify: async (ms: number, body: object) => {
      const { ligacaoId, telas } = await notifyLigacao(clocked(ms), said(body))
      return { ligacaoId: ligacaoId ?? '', telas }
    },
    cancel: (ms: number, body: object) => cancelLigacao(clocked(ms), said(body)),
    openOf: async (ms: number, usuarioId: number) => (await listAbertas(clocked(ms), usuarioId)).ligacoes,
    expire: (ms: number) => expireLigacoes(clocked(ms)),
    /** Records at that time that the desk hears the exchange. Returns how many calls became uncertain. */
    hear: (ms: number) => noteHearing(clocked(ms)),
    endUncertain: (ms: number) => endUncertain(clocked(ms)),
    judgeBrokenOff: (ms: number) => judgeBrokenOff(clocked(ms)),
  }
}

export type ClockedCalls = Awaited<ReturnType<typeof clockedCalls>>
