import { beginRotation, readSealing, sealSenhas } from '../cliente/sealSenhas.ts'
import type { Desk } from '../desk.ts'
import { type CliIo, progressBar } from './io.ts'
import { UsageError } from './usage.ts'

/** senhas status | rotate: the key that the service passwords are sealed with. Its id is no secret. */
export async function runSenhas(desk: Desk, [name, ...rest]: string[], io: CliIo): Promise<void> {
  if (rest.length > 0 || (name !== 'status' && name !== 'rotate')) throw new UsageError('senhas status | rotate')
  if (name === 'rotate') return runRotate(desk, io)
  const { chave, faltam } = await readSealing(desk)
  io.out.write(`${chave}\n`)
  io.err.write(faltam === 0 ? 'Every service password is sealed with this key.\n' : `${faltam} wait to be sealed.\n`)
}

/** Prints the id of the key in force once every text is sealed with it. */
async function runRotate(desk: Desk, io: CliIo): Promise<void> {
  const { chave, faltam, anew } = await beginRotation(desk)
  if (!anew) io.err.write(`Going on with the key ${chave}; then ask again for another one.\n`)
  const bar = progressBar(io, faltam)
  const sealed = await sealSenhas(desk, { onProgress: (done) => bar.show(done, `${done} of ${faltam}`) })
  bar.end()
  io.out.write(`${chave}\n`)
  io.err.write(
    `${sealed} service passwords sealed with the key ${chave}. Keep it with your backups, apart from them; older backups need the key before.\n`,
  )
}
