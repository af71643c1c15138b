import type { Desk } from '../desk.ts'
import { readNetwork } from '../http/address.ts'
import { lastInstant } from '../http/wire.ts'
import { dayEnd } from '../protocolo/rules/period.ts'
import { invalid, notFound } from '../refusal.ts'
import { hashToken, mintToken } from './recognizeToken.ts'
import type { By } from './rows/changeUsuario.ts'
import { createToken, listTokens, revokeToken } from './rows/tokens.ts'
import type { NewTokenRequest } from './wire.ts'

/** Makes a token and returns it with its secret, which is never shown again; on record. @throws Refusal invalid */
export async function addToken(desk: Desk, by: By, { nome, escopos, redes = [], expira_em }: NewTokenRequest) {
  const strangers = redes.filter((network) => readNetwork(network) === null)
  const end = expira_em === undefined ? null : endOf(expira_em, desk.config.timeZone)
  const mistakes = {
    ...(strangers.length > 0 && {
      redes: [`tem ${strangers.join(', ')}: escreva endereços ou redes como 203.0.113.7 ou 10.0.0.0/8`],
    }),
    ...(end && end <= desk.now() && { expira_em: ['deve ser um instante que ainda não passou'] }),
    ...(end && end > lastInstant && { expira_em: ['passa do ano 9999: deixe em branco para não vencer'] }),
  }
  if (Object.keys(mistakes).length > 0) throw invalid(mistakes)
  const segredo = mintToken()
  const made = await createToken(desk.database, { nome, hash: hashToken(segredo), escopos, redes, expira_em: end }, by)
  if (!made) throw invalid({ nome: ['já é de outro token: escolha outro'] })
  const [token] = await listTokens(desk.database, { nome })
  return { token, segredo }
}

/** `expira_em` as an instant. A day ends in the desk's time zone, not in the browser's: docs/decisions/0105. */
const endOf = (asked: string, timeZone: string) =>
  asked.includes('T') ? new Date(asked) : new Date(dayEnd(asked, timeZone).getTime() - 1)

/**
 * Revokes a token for good: the very next request with it is refused. Idempotent; the first call is on record.
 * @throws Refusal not_found
 */
export async function endToken(desk: Desk, by: By, id: number) {
  await revokeToken(desk.database, id, desk.now(), by)
  const [token] = await listTokens(desk.database, { id })
  if (!token) throw notFound('Este token')
  return token
}
