import type { Desk } from '../desk.ts'
import { enqueue } from '../flow/keyedQueue.ts'
import { notFound } from '../refusal.ts'
import { countOpen, createLembrete, finish, isKnown, openLembretes, putOff, subjectOf } from './rows.ts'
import { dueAt, maxOpen, tooManyOpen } from './rules.ts'
import type { Lembrete, NewLembrete } from './wire.ts'

/**
 * Writes down a reminder and returns the open ones. Idempotent by the form's key. A user's requests run one after
 * another within this process, so that `maxOpen` holds.
 * @throws Refusal invalid for a time that is past or too far away; not_found for somebody else's call or ticket;
 * conflict when there are too many
 */
export const addLembrete = (desk: Desk, usuarioId: number, asked: NewLembrete): Promise<Lembrete[]> =>
  enqueue(desk, `lembretes:${usuarioId}`, async () => {
    const { database, config } = desk
    const { chave, palavras } = asked
    const now = desk.now()
    if (!(await isKnown(database, usuarioId, chave))) {
      const quando = dueAt(asked, now, config.timeZone)
      const subject = await subjectOf(database, usuarioId, asked)
      if (!subject) throw notFound(asked.atendimento_id === undefined ? 'A chamada' : 'O atendimento')
      if ((await countOpen(database, usuarioId)) >= maxOpen) throw tooManyOpen()
      await createLembrete(database, { usuario_id: usuarioId, chave, quando, palavras, criado_em: now, ...subject })
    }
    return told(desk, usuarioId)
  })

/** Marks a reminder as done; returns the open ones. Idempotent. @throws Refusal not_found */
export async function finishLembrete(desk: Desk, usuarioId: number, id: number): Promise<Lembrete[]> {
  if (!(await finish(desk.database, usuarioId, id, desk.now()))) throw notFound('O lembrete')
  return told(desk, usuarioId)
}

const putOffMs = 10 * 60_000

/** Puts a reminder off to ten minutes from now; returns the open ones. @throws Refusal not_found */
export async function putOffLembrete(desk: Desk, usuarioId: number, id: number): Promise<Lembrete[]> {
  const quando = new Date(desk.now().getTime() + putOffMs)
  if (!(await putOff(desk.database, usuarioId, id, quando))) throw notFound('O lembrete')
  return told(desk, usuarioId)
}

/** Makes the user's screens load again. A repeated request does so too: the first may have got no answer. */
function told(desk: Desk, usuarioId: number): Promise<Lembrete[]> {
  desk.publisher.publish(usuarioId, 'lembretes:mudaram', {})
  return openLembretes(desk.database, usuarioId)
}
