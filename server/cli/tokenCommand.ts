import { hashToken, mintToken } from '../acesso/recognizeToken.ts'
import { byCommand } from '../acesso/rows/changeUsuario.ts'
import { createToken, listTokens, revokeToken } from '../acesso/rows/tokens.ts'
import { escopo, newTokenRequest } from '../acesso/wire.ts'
import type { Desk } from '../desk.ts'
import { readNetwork } from '../http/address.ts'
import { diaSchema, lastInstant } from '../http/wire.ts'
import { dayEnd } from '../protocolo/rules/period.ts'
import { type CliIo, writeTable } from './io.ts'
import { UsageError } from './usage.ts'
import { commandOf, readArgs } from './verbs.ts'

const options = {
  name: { type: 'string' },
  scopes: { type: 'string' },
  from: { type: 'string' },
  expires: { type: 'string' },
} as const

export const runToken = commandOf({ create, list, revoke })

async function list({ database }: Desk, args: string[], io: CliIo): Promise<void> {
  readArgs(args, {})
  const told = (await listTokens(database)).map(({ escopos, redes, ...token }) => ({
    ...token,
    escopos: escopos.join(','),
    redes: redes.join(',') || '*',
  }))
  writeTable(io.out, told)
}

async function revoke({ database }: Desk, args: string[], io: CliIo): Promise<void> {
  const [name = ''] = readArgs(args, {}, 1).words
  if (!(await revokeToken(database, name, new Date(), byCommand)))
    throw new UsageError(`There is no living token named ${name}. See: token list`)
  io.err.write(`Token ${name} is revoked.\n`)
}

/** Prints just the token, which is never shown again. */
async function create({ config, database }: Desk, args: string[], io: CliIo): Promise<void> {
  const { values } = readArgs(args, options)
  const { data: nome } = newTokenRequest.shape.nome.safeParse(values.name)
  const asked = namesIn(values.scopes)
  const redes = namesIn(values.from)
  const noNetworks = redes.filter((network) => readNetwork(network) === null)
  const unknown = asked.filter((scope) => !escopo.safeParse(scope).success)
  const expira_em = values.expires === undefined ? null : endOfDay(values.expires, config.timeZone)
  const mistakes = [
    nome ? '' : '--name must be 1 to 80 characters of text: it is how you will know the token later',
    asked.length > 0 ? '' : `--scopes is missing: one or more of ${escopo.options.join(',')}`,
    unknown.length > 0 ? `--scopes has ${unknown.join(', ')}, which is none of ${escopo.options.join(', ')}` : '',
    values.from !== undefined && redes.length === 0
      ? '--from is empty: leave it out for a token good from anywhere'
      : '',
    noNetworks.length > 0
      ? `--from has ${noNetworks.join(', ')}: write addresses or networks such as 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32`
      : '',
    expira_em === undefined
      ? '--expires must be a day to come before 9999-12-31, as YYYY-MM-DD; without it the token has no end'
      : '',
  ].filter(Boolean)
  if (mistakes.length > 0 || !nome || expira_em === undefined) throw new UsageError(mistakes.join('\n'))

  const secret = mintToken()
  if (!(await createToken(database, { nome, hash: hashToken(secret), escopos: asked, redes, expira_em }, byCommand)))
    throw new UsageError(`A token named ${nome} exists already. Choose another name.`)
  io.out.write(`${secret}\n`)
  io.err.write(
    `Keep the token now: it is stored only as a hash and cannot be shown again. If it is lost: token revoke "${nome}"\n`,
  )
}

/** The names of a comma-separated list, each once. */
const namesIn = (text = '') => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
]

/**
 * The last millisecond of the day in that zone; undefined for no day, one that is over, or one beyond `lastInstant`.
 */
function endOfDay(text: string, timeZone: string): Date | undefined {
  if (!diaSchema.safeParse(text).success) return undefined
  const over = dayEnd(text, timeZone)
  if (over >= lastInstant || over <= new Date()) return undefined
  return new Date(over.getTime() - 1)
}
