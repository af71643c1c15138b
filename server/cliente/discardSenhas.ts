import { KeyError } from '../database/sealed/keyFile.ts'
import { lostKeys } from '../database/sealed/keyInForce.ts'
import type { Desk } from '../desk.ts'
import { emptyLost, findLost, type LostText } from './rows/lostTexts.ts'
import { sealSenhas } from './sealSenhas.ts'

export interface LostSenhas {
  /** How many service passwords there are in all. */
  texts: number
  lost: LostText[]
  /** Ids of keys in use that are not at hand. */
  chaves: string[]
}

/** The service passwords that no key at hand opens: their key is lost, or they were changed in the database. */
export async function findLostSenhas({ database }: Desk): Promise<LostSenhas> {
  return { ...(await findLost(database)), chaves: (await lostKeys(database)).ids }
}

/**
 * Empties what no key at hand opens, for good, and takes another key where the one in force is lost, so that a desk starts
 * again and an import brings the passwords anew. Gives how many it emptied. @throws KeyError while a desk has the key
 */
export async function discardSenhas(desk: Desk, { lost, chaves }: LostSenhas, deskAtWork: boolean): Promise<number> {
  if (chaves.length > 0 && deskAtWork)
    throw new KeyError(
      `A desk is at work on this database, and none starts without the key ${chaves.join(' and ')}: it is not lost. Set CHAVE_SENHAS to it, or bring the file chave-senhas from that machine's DATA_DIR.`,
    )
  const emptied = await emptyLost(desk.database, lost)
  await sealSenhas(desk)
  return emptied
}
