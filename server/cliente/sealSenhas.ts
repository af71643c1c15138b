import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { demandKeyInForce, demandKeys, learnSealed } from '../database/sealed/keyInForce.ts'
import type { Desk } from '../desk.ts'
import { OperatorError } from '../errors.ts'
import { sealedTables } from './rows/sealedColumns.ts'
import { changeKey, countStale, isSealed, noteSealed, sealSome } from './rows/sealing.ts'

const longestPauseMs = 500

interface SealOptions {
  /** Called with the number of texts sealed so far. */
  onProgress?: (sealed: number) => void
  /** Ends the work after the current batch. */
  signal?: AbortSignal
}

interface Sealed {
  texts: number
  /** Texts that do not open, because they were changed in the database. They stay as they are. */
  unreadable: number
}

/**
 * Seals with the key in force every service password that is in clear or sealed with another key, a batch at a time,
 * and notes when none is left. It may be ended at any moment; the next run does the rest. Returns how many it sealed.
 */
export async function sealSenhas(
  { database }: Desk,
  { onProgress = () => {}, signal }: SealOptions = {},
): Promise<Sealed> {
  await learnSealed(database)
  const sealed: Sealed = { texts: 0, unreadable: 0 }
  if (await isSealed(database)) return sealed
  for (const table of sealedTables) {
    for (let after: number | null = 0; after !== null; ) {
      if (signal?.aborted) return sealed
      const start = performance.now()
      const { texts, unreadable, last } = await sealSome(database, table, after)
      sealed.texts += texts
      sealed.unreadable += unreadable
      onProgress(sealed.texts)
      after = last
      // Pauses for as long as the batch took, so that calls and tickets have the database meanwhile.
      if (last !== null) await pause(Math.min(performance.now() - start, longestPauseMs))
    }
  }
  if (await noteSealed(database)) database.keys.allSealed = true
  return sealed
}

/** @throws OperatorError naming the way out, where passwords stayed as they are */
export function demandReadable({ unreadable }: Sealed): void {
  if (unreadable > 0)
    throw new OperatorError(
      `${unreadable} service passwords open with no key at hand: they were changed in the database, and stay as they are. The others are sealed with the key in force. Bring the customers anew that have them, or: npm run -s cli -- senhas discard`,
    )
}

/**
 * `chave`: the id of the key in force; `completo`: every text is known to be sealed with it; `faltam`: how many texts
 * are not. Null before the first key; makes none. @throws OperatorError when the key is not at hand
 */
export async function readSealing({
  database,
}: Desk): Promise<{ chave: string; completo: boolean; faltam: number } | null> {
  const key = await demandKeyInForce(database)
  if (!key) return null
  return { chave: key.id, completo: await isSealed(database), faltam: await countStale(database, key) }
}

/**
 * Begins a rotation, or goes on with one that was cut short, without taking another key (`anew` is false). Returns the
 * key in force and how many texts are not sealed with it yet; `sealSenhas` seals them.
 * @throws OperatorError when there is no other key to take, or a key in use is not at hand
 */
export async function beginRotation({
  database,
  log,
}: Desk): Promise<{ chave: string; faltam: number; anew: boolean }> {
  await demandKeys(database)
  const { key, anew } = await changeKey(database)
  if (anew) log.info({ chave: key.id }, 'service passwords are being sealed with another key')
  return { chave: key.id, faltam: await countStale(database, key), anew }
}
