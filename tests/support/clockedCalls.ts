import { serializer } from '#server/database/serialize'
import { agentLigacao } from '#server/ligacao/agentLigacao'
import { cancelLigacao } from '#server/ligacao/cancelLigacao'
import { expireLigacoes } from '#server/ligacao/expireLigacoes'
import { notifyLigacao } from '#server/ligacao/notifyLigacao'
import { factsReader } from '#server/ligacao/rows/facts'
import { ligacaoLifecycle } from '#server/ligacao/rows/lifecycle'
import { ligacaoReader } from '#server/ligacao/rows/read'
import { ligacaoWriter } from '#server/ligacao/rows/write'
import type { TestDesk } from './desk.ts'

/**
 * The desk's own operations with a clock in the test's hand, told in milliseconds from now: HTTP has none. They publish
 * to the desk's connected screens.
 */
export async function clockedCalls({ database, desk }: TestDesk, readFacts = factsReader(database)) {
  const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM token ORDER BY id LIMIT 1')
  const tokenId = rows[0]?.id ?? 0
  const start = Date.now()
  const at = (ms: number) => new Date(start + ms)
  const deps = {
    readFacts,
    reader: ligacaoReader(database),
    writer: ligacaoWriter(database),
    lifecycle: ligacaoLifecycle(database),
    publisher: desk.hub.publisher,
    serialize: serializer(),
    dddPadrao: undefined,
  }
  const [notify, cancel, agent, expire] = [
    notifyLigacao(deps),
    cancelLigacao(deps),
    agentLigacao(deps),
    expireLigacoes(deps),
  ]
  return {
    at,
    notify: (ms: number, body: object) => notify({ body, tokenId, now: at(ms) }),
    cancel: (ms: number, body: object) => cancel({ body, tokenId, now: at(ms) }),
    openOf: async (ms: number, usuarioId: number) => (await agent.openOf(usuarioId, at(ms))).ligacoes,
    expire: (ms: number) => expire(at(ms)),
  }
}

export type ClockedCalls = Awaited<ReturnType<typeof clockedCalls>>
