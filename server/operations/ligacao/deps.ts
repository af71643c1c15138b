import type { factsReader } from '../../data/ligacao/facts.ts'
import type { LigacaoLifecycle } from '../../data/ligacao/lifecycle.ts'
import type { LigacaoReader } from '../../data/ligacao/read.ts'
import type { LigacaoWriter } from '../../data/ligacao/write.ts'
import type { Publisher } from '../publisher.ts'
import type { Serialize } from '../serialize.ts'

/** What the use cases of calls are wired with. */
export interface LigacaoDeps {
  readFacts: ReturnType<typeof factsReader>
  reader: LigacaoReader
  writer: LigacaoWriter
  lifecycle: LigacaoLifecycle
  publisher: Publisher
  serialize: Serialize
  dddPadrao: string | undefined
}

/** What a PBX says, and with which token. `body` is the parsed JSON, not yet judged. */
export interface PbxMessage {
  body: unknown
  tokenId: number
  now: Date
}

/** Messages for one user follow one another within this process; the queue's version orders the processes. */
export function queueKey(body: unknown): string {
  const { ramal, identificador_interno } = (body ?? {}) as { ramal?: unknown; identificador_interno?: unknown }
  return `${ramal ?? ''}|${String(identificador_interno ?? '').toLowerCase()}`
}
