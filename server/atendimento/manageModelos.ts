import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { invalid, notFound, overtakenBy, Refusal } from '../refusal.ts'
import { changeModelo, createModelo } from './rows/modelos.ts'
import type { ChangeModelo, NewModelo } from './wire/modelos.ts'

const taken = { titulo: ['já é de outro modelo: mude aquele, ou escolha outro título'] }

/** Adds a text for agents; who did is on record. @throws Refusal invalid when another has the title */
export async function addModelo({ database }: Desk, who: Who, modelo: NewModelo): Promise<void> {
  if (!(await createModelo(database, who, modelo))) throw invalid(taken)
}

/**
 * Changes a text, or takes it out of use and back; who did is on record.
 * @throws Refusal not_found; invalid when another has the title; conflict when somebody else has changed it since it was read
 */
export async function saveModelo({ database }: Desk, who: Who, id: number, change: ChangeModelo): Promise<void> {
  const outcome = await changeModelo(database, who, id, change)
  if (outcome === 'unknown') throw notFound('O modelo')
  if (outcome === 'taken') throw invalid(taken)
  if (outcome === 'overtaken')
    throw new Refusal('conflict', 'Outra pessoa mudou este texto: copie o seu, cancele e edite o que ela salvou')
  if (outcome) throw overtakenBy({ titulo: outcome.agora })
}
