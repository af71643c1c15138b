import type { Who } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { notFound, Refusal } from '../refusal.ts'
import { changeModelo, createModelo, listModelos } from './rows/modelos.ts'
import type { ChangeModelo, NewModelo } from './wire/modelos.ts'

/** Adds a text for agents; who did is on record. */
export async function addModelo({ database }: Desk, who: Who, modelo: NewModelo): Promise<void> {
  await createModelo(database, who, modelo)
}

/**
 * Changes a text, or takes it out of use and back; who did is on record.
 * @throws Refusal not_found; conflict when somebody else has changed it since it was read
 */
export async function alterModelo({ database }: Desk, who: Who, id: number, change: ChangeModelo): Promise<void> {
  if (await changeModelo(database, who, id, change)) return
  const modelos = await listModelos(database)
  if (!modelos.some((modelo) => modelo.id === id)) throw notFound('O modelo')
  throw new Refusal('conflict', 'Outra pessoa mudou este texto: copie o seu, cancele e edite o que ela salvou')
}
