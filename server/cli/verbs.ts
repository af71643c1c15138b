import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Desk } from '../desk.ts'
import type { CliIo } from './io.ts'
import { WordsError } from './usage.ts'

export type Command = (desk: Desk, args: string[], io: CliIo) => Promise<void>

/** A command that runs the verb that its first word names. */
export const commandOf =
  (verbs: Readonly<Record<string, Command>>): Command =>
  async (desk, [verb = '', ...args], io) => {
    const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
    if (!run) throw noVerb(verb)
    await run(desk, args, io)
  }

const missing = 'Something is missing.'
export const noVerb = (verb: string) => new WordsError(verb === '' ? missing : `There is no verb ${verb}.`)

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>>

/**
 * Parses what follows a verb: the verb's own options, and from `least` to `most` words, or exactly `least`. Refuses
 * anything else instead of ignoring it, since whoever typed it meant something by it.
 * @throws WordsError for a wrong number of words and for an option given twice; the error of `parseArgs` for an option
 */
export function readArgs<const O extends Options>(
  args: string[],
  options: O,
  least = 0,
  most = least,
): { values: Parsed<O>['values']; words: string[] } {
  const { values, positionals: words, tokens } = parseArgs({ args, options, allowPositionals: true, tokens: true })
  // Of an option with two values, `parseArgs` would take the last.
  const given = tokens.flatMap((token) => (token.kind === 'option' && token.value !== undefined ? token.rawName : []))
  const twice = given.find((name, at) => given.indexOf(name) < at)
  if (twice) throw new WordsError(`${twice} is given twice.`)
  // An empty word is a variable of a script that is not set.
  if (words.length < least || words.includes('')) throw new WordsError(missing)
  if (words.length > most) throw new WordsError(`${words.slice(most).join(' ')} is too much.`)
  return { values, words }
}
