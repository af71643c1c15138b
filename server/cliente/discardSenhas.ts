import { lostKeys } from '../database/sealed/keyInForce.ts'
import type { Desk } from '../desk.ts'
import { OperatorError } from '../errors.ts'
import { emptyLost, findLost, type LostText } from './rows/lostTexts.ts'
import { sealSenhas } from './sealSenhas.ts'

export interface LostSenhas {
  /** How many service passwords there are in all. */
  texts: number
  lost: LostText[]
  /** Ids of keys that are in use and that this process does not have. */
  chaves: string[]
}

/** The service passwords that no key at hand opens: their key is lost, or they were changed in the database. */
export async function findLostSenhas({ database }: Desk): Promise<LostSenhas> {
  return { ...(await findLost(database)), chaves: (await lostKeys(database)).ids }
}

/**
 * Empties the lost passwords for good, and puts another key in force when the one in force is lost. Then a desk starts
 * again, and an import can bring the passwords anew. Returns how many it emptied.
 * @throws OperatorError when a desk is at work: it has the key, so the key is not lost
 */
export async function discardSenhas(desk: Desk, { lost, chaves }: LostSenhas, deskAtWork: boolean): Promise<number> {
  if (chaves.length > 0 && deskAtWork)
    throw new OperatorError(
      `A desk is at work on this database, and none starts without the key ${chaves.join(' and ')}: it is not lost. Set CHAVE_SENHAS to it, or bring the file chave-senhas from that machine's DATA_DIR.`,
    )
  const emptied = await emptyLost(desk.database, lost)
  await sealSenhas(desk)
  return emptied
}
