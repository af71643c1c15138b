import { finished, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod'
import { type Desk, perDesk } from '../desk.ts'
import { KeyedSemaphore, Semaphore } from '../flow/semaphore.ts'
import { busy, Refusal } from '../refusal.ts'
import { momentoIn } from '../spreadsheet.ts'
import { type AccessNames, type Read, type Route, route } from './route.ts'

const types = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' }
const patienceMs = 30_000
const refusal = () => new Refusal('too_many', 'Exportações demais ao mesmo tempo: espere as que já pediu chegarem')

/** A file may hold a database connection for as long as its reader takes, and lists and calls need the others. */
const turnsOf = perDesk(() => ({
  each: new KeyedSemaphore<number>({ most: 2, waiting: 8, patienceMs, refusal }),
  all: new Semaphore({ most: 8, waiting: 32, patienceMs, refusal: busy }),
  /** A call waits for a piece or two of files, however many are under way. */
  making: new Semaphore({ most: 2, waiting: Number.POSITIVE_INFINITY, refusal: busy }),
}))

interface FileToSend {
  /** The file's name without the desk's date, which is added. */
  name: string
  formato: keyof typeof types
  /** The id of the user who asks. */
  by: number
}

/**
 * Sends a file to download, piece by piece. Waits for its turn before it calls `begin`, and judges the person again
 * then: they may have been signed out or lost the role meanwhile. docs/interface.md: Roles.
 * @throws Refusal too_many, busy, what the door throws, and what `begin` throws
 */
export async function sendFile(
  desk: Desk,
  reply: FastifyReply,
  { name, formato, by }: FileToSend,
  begin: () => Promise<AsyncIterable<string>>,
): Promise<FastifyReply> {
  const { each, all, making } = turnsOf(desk)
  const ends = [await each.take(by)]
  const end = () => {
    for (const over of ends) over()
  }
  try {
    ends.push(await all.take())
    // The client went away meanwhile: nothing is read for it, and no export is recorded.
    if (reply.raw.destroyed) throw refusal()
    await reply.request.judgeAgain?.()
    const dia = momentoIn(desk.config.timeZone).format(desk.now()).slice(0, 10)
    const pieces = Readable.from(makeInTurn(await begin(), making), { objectMode: false })
    finished(pieces, end)
    return reply
      .type(types[formato])
      .header('content-disposition', `attachment; filename="${name}-${dia}.${formato}"`)
      .send(pieces)
  } catch (error) {
    end()
    throw error
  }
}

/** The same pieces, each of which is made once there is a turn for it. */
async function* makeInTurn(pieces: AsyncIterable<string>, making: Semaphore): AsyncGenerator<string> {
  const iterator = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const piece = await making.run(() => iterator.next())
      if (piece.done) return
      yield piece.value
    }
  } finally {
    await iterator.return?.()
  }
}

/**
 * Declares the spreadsheet of a list: `rows` yields it, for the person who asks and may read the list. docs/interface.md:
 * Roles.
 */
export const csvRoute = <Q extends z.ZodType>({
  name,
  rows,
  ...declared
}: {
  url: string
  access: { people: readonly AccessNames['papel'][] }
  query: Q
  name: string
  rows: (desk: Desk, who: AccessNames['actor'] & { ip: string }, query: Read<Q>) => Promise<AsyncIterable<string>>
}): Route =>
  route({
    ...declared,
    method: 'GET',
    handle: async (desk, { actor, ip, query }, reply) =>
      sendFile(desk, reply, { name, formato: 'csv', by: actor.usuarioId }, () => rows(desk, { ...actor, ip }, query)),
  })
