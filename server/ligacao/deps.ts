import type { Serialize } from '../database/serialize.ts'
import type { Publisher } from '../publisher.ts'
import type { factsReader } from './rows/facts.ts'
import type { LigacaoLifecycle } from './rows/lifecycle.ts'
import type { LigacaoReader } from './rows/read.ts'
import type { LigacaoWriter } from './rows/write.ts'

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
