import { discardSenhas, findLostSenhas, type LostSenhas } from '../cliente/discardSenhas.ts'
import { beginRotation, demandReadable, readSealing, sealSenhas } from '../cliente/sealSenhas.ts'
import { othersAtWork } from '../database/migrate.ts'
import type { Desk } from '../desk.ts'
import { OperatorError } from '../errors.ts'
import { type CliIo, progressBar } from './io.ts'
import { UsageError } from './usage.ts'
import { commandOf, readArgs } from './verbs.ts'

/** Commands about the key that the service passwords are sealed with. Its id is no secret. */
export const runSenhas = commandOf({ status: runStatus, rotate: runRotate, discard: runDiscard })

async function runStatus(desk: Desk, args: string[], io: CliIo): Promise<void> {
  readArgs(args, {})
  const sealing = await readSealing(desk)
  if (!sealing) return void io.err.write('There is no key yet: the desk takes one when it first starts.\n')
  const { chave, faltam, completo } = sealing
  io.out.write(`${chave}\n`)
  io.err.write(
    completo || faltam === 0
      ? 'Every service password is sealed with this key.\n'
      : `${faltam} service passwords wait to be sealed with this key: a desk that runs does so, or senhas rotate.\n`,
  )
}

/** Prints the id of the key in force once every text is sealed with it. */
async function runRotate(desk: Desk, args: string[], io: CliIo): Promise<void> {
  readArgs(args, {})
  const { keys } = desk.database
  const { chave, faltam, anew } = await beginRotation(desk)
  if (!anew) io.err.write(`Going on with the key ${chave}; then ask again for another one.\n`)
  const bar = progressBar(io, faltam)
  const sealed = await sealSenhas(desk, { onProgress: (done) => bar.show(done, `${done} of ${faltam}`) })
  bar.end()
  demandReadable(sealed)
  if (!(await readSealing(desk))?.completo)
    throw new OperatorError('Some service passwords are not sealed with that key yet: ask again.')
  io.out.write(`${chave}\n`)
  const { given, file } = keys.source
  const place = given.length > 0 ? 'It is CHAVE_SENHAS' : `It is the last line of ${file}`
  const machines =
    given.length === 0 && desk.config.databaseUrl !== undefined
      ? ` Bring that file to every other machine of this database now.`
      : ''
  io.err.write(
    `${sealed.texts} service passwords sealed with the key ${chave}. ${place}: keep it with your backups, apart from them; older backups need the key before.${machines}\n`,
  )
}

/** Prints how many are lost, or with --confirm how many were emptied. There is no way back, hence --confirm. */
async function runDiscard(desk: Desk, args: string[], io: CliIo): Promise<void> {
  const { values } = readArgs(args, { confirm: { type: 'boolean' } })
  const found = await findLostSenhas(desk)
  const { lost, chaves } = found
  if (lost.length === 0 && chaves.length === 0) {
    io.out.write('0\n')
    return void io.err.write('Every service password opens with the keys at hand: there is nothing to discard.\n')
  }
  if (!values.confirm) {
    io.out.write(`${lost.length}\n`)
    throw new UsageError(`${whatIsLost(found, desk)} ${whatItCosts}`)
  }
  const emptied = await discardSenhas(desk, found, await othersAtWork(desk.database))
  io.out.write(`${emptied}\n`)
  io.err.write(
    `${emptied} service passwords are empty now. Import the customers anew from the system that has them: clientes import FILE\n`,
  )
}

const whatItCosts =
  'To discard them leaves them empty, for good. Look for the key first, and keep a backup from before: with the key, it has them. Then: senhas discard --confirm'

function whatIsLost({ texts, lost, chaves }: LostSenhas, { database: { keys } }: Desk): string {
  const hand = keys.ids.length > 0 ? `at hand: ${keys.ids.join(', ')}` : 'none is at hand'
  const key = chaves.length > 0 ? `The key ${chaves.join(' and ')} is missing (${hand}). ` : ''
  return `${key}${lost.length} of ${texts} service passwords open with no key at hand.`
}
