import { join } from 'node:path'
import { Readable } from 'node:stream'
import { clientesChannel } from '../cliente/rows/write/alone.ts'
import { listQueryOf } from '../cliente/rules/listQuery.ts'
import type { ClienteListParams } from '../cliente/wire/list.ts'
import { type Desk, openedPerDesk, perDesk } from '../desk.ts'
import { KeyedSemaphore } from '../flow/semaphore.ts'
import { Refusal } from '../refusal.ts'
import { ListCache, type Outcome } from './cache.ts'
import type { Body, Encoding } from './entry.ts'

interface ListRequest {
  params: ClienteListParams
  encoding: Encoding
  /** Whether the caller has the list with that entity tag already; null when the request names no tag. */
  has: ((etag: string) => boolean) | null
  /** Who asks: the token's id. */
  by: number
}

interface ListAnswer {
  outcome: Outcome
  etag: string
  /** Seconds since the list was read. */
  age: number
  /** Null when the caller has it already. `leave` must be called once, when the body was sent or will not be. */
  content: Body | null
  /** The age of the list in seconds, if a request now would get the same bytes at once; else null. */
  again: () => number | null
  leave: () => void
}

/** The limits for large lists that are sent to one token at the same time. */
const sending = {
  most: 8,
  waiting: 64,
  patienceMs: 30_000,
  refusal: () =>
    new Refusal('too_many', 'Listas demais ao mesmo tempo com este token: espere as que já pediu chegarem'),
}
const sendingOf = perDesk(() => new KeyedSemaphore<number>(sending))

/**
 * The list of customers, from the cache or read into it. Rejects when the reading failed before the first byte, and the
 * stream breaks off when it fails later. spec: Endpoints 3.
 * @throws Refusal busy when too many lists wait to be read; too_many past the token's limits for large lists
 */
export async function listClientes(desk: Desk, { params, encoding, has, by }: ListRequest): Promise<ListAnswer> {
  const cache = await listCacheOf(desk)
  const { entry, outcome, stands, leave } = await cache.find(listQueryOf(params))
  try {
    const age = () => Math.floor((performance.now() - (entry.finishedAt ?? 0)) / 1_000)
    const content = has && (await entry.isHeld(has, encoding)) ? null : await entry.body(encoding)
    const again = () => (outcome === 'HIT' && !content?.large && stands() ? age() : null)
    const answer = { outcome, etag: entry.etag(encoding), age: outcome === 'HIT' ? age() : 0, content, again }
    if (!content?.large) return { ...answer, leave }
    const { body } = content
    const over = await sendingOf(desk)
      .take(by)
      .catch((error) => {
        if (body instanceof Readable) body.destroy()
        throw error
      })
    const leaveBoth = () => {
      over()
      leave()
    }
    return { ...answer, leave: leaveBoth }
  } catch (error) {
    leave()
    throw error
  }
}

/** The desk's cache of lists, opened when the first list is asked for. It drops its lists when customers change. */
const listsOf = openedPerDesk(async ({ config, database, log }) => {
  const folder = join(config.dataDir, 'cache')
  const cache = new ListCache(database, { seconds: config.listaCacheSegundos, folder, log })
  const drop = () => cache.dropAll()
  // Announcements made while the connection was away are lost, so the lists are dropped when it is back, too.
  return { cache, unlisten: await database.listen(clientesChannel, drop, drop) }
})

export const listCacheOf = async (desk: Desk): Promise<ListCache> => (await listsOf(desk)).cache

/** Stops the readings under way and frees the kept lists. Does nothing for a desk that never read a list. */
export async function closeLists(desk: Desk): Promise<void> {
  const lists = await listsOf.ifOpened(desk)?.catch(() => undefined)
  lists?.cache.close()
  await lists?.unlisten()
}
