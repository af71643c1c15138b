import { listTokens } from '../acesso/rows/tokens.ts'
import type { Desk } from '../desk.ts'
import { notFound } from '../refusal.ts'
import { flushRastros } from './noteRequest.ts'
import { usoSince } from './rows/uso.ts'
import { sumUp } from './rules/uso.ts'
import type { Uso } from './wire.ts'

const hourMs = 3_600_000

/**
 * Counts what a token asked as an exchange within the last hour, by the traces: those of this process up to now, those
 * of other processes up to a second ago. @throws Refusal not_found
 */
export async function countUso(desk: Desk, id: number): Promise<Uso> {
  const [token] = await listTokens(desk.database, { id })
  if (!token) throw notFound('Este token')
  await flushRastros(desk)
  const { desde, contados } = await usoSince(desk.database, token.nome, new Date(desk.now().getTime() - hourMs))
  return { desde: desde?.toISOString() ?? null, ...sumUp(contados, token.nome) }
}
