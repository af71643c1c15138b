import type * as z from 'zod'
import type { Who } from '../../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../../desk.ts'
import { idParams, type Read, route } from '../../http/route.ts'
import { done, found } from '../../http/wire.ts'
import type { administrators, everybody, supervisors } from './doors.ts'
import { whoOf } from './doors.ts'

type People = typeof administrators | typeof everybody | typeof supervisors

/**
 * The routes of a list that people keep on a screen, such as the reasons for a pause. GET answers the whole list, and so
 * does every POST, once it is saved and on record. `list` makes the answer's own fields.
 */
export const keptList = (url: string, answer: z.ZodType, list: (desk: Desk) => Promise<object>) => {
  const saved = async (desk: Desk, saving: Promise<void>, msg: string) => {
    await saving
    return done(msg, await list(desk))
  }
  return {
    read: (access: People) =>
      route({ method: 'GET', url, access, answer, handle: async (desk) => found(await list(desk)) }),

    save: <B extends z.ZodType>(
      access: People,
      body: B,
      save: (desk: Desk, by: Who, asked: Read<B>) => Promise<void>,
      msg: string,
    ) =>
      route({
        ...{ method: 'POST', url, access, body, answer },
        handle: (desk, request) => saved(desk, save(desk, whoOf(request), request.body), msg),
      }),

    /** The same for the one that the address names. */
    saveOne: <B extends z.ZodType>(
      access: People,
      body: B,
      save: (desk: Desk, by: Who, id: number, asked: Read<B>) => Promise<void>,
      msg: string,
    ) =>
      route({
        ...{ method: 'POST', url: `${url}/:id`, access, params: idParams, body, answer },
        handle: (desk, request) => saved(desk, save(desk, whoOf(request), request.params.id, request.body), msg),
      }),
  }
}
