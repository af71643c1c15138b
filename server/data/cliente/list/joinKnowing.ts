import type pg from 'pg'
import { joinBatch } from './join.ts'
import { UnknownShared } from './shared.ts'

/** `joinBatch`, with what is shared read anew when the batch names something that came after it was read. */
export async function joinKnowing(
  client: pg.ClientBase,
  ...[rows, ids, query, shared, json]: Parameters<typeof joinBatch>
): Promise<ReturnType<typeof joinBatch>> {
  try {
    return joinBatch(rows, ids, query, shared, json)
  } catch (error) {
    if (!(error instanceof UnknownShared)) throw error
    await shared.reload(client)
    return joinBatch(rows, ids, query, shared, json)
  }
}
