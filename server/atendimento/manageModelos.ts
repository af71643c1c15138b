import type { Who } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { notFound } from '../refusal.ts'
import { changeModelo, createModelo } from './rows/modelos.ts'
import type { ChangeModelo, NewModelo } from './wire/modelos.ts'

/** Adds a text for agents; who did is on record. */
export async function addModelo({ database }: Desk, who: Who, modelo: NewModelo): Promise<void> {
  await createModelo(database, who, modelo)
}

/** Changes a text, or takes it out of use and back; who did is on record. @throws Refusal not_found */
export async function alterModelo({ database }: Desk, who: Who, id: number, change: ChangeModelo): Promise<void> {
  if (!(await changeModelo(database, who, id, change))) throw notFound('O modelo')
}
