import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The key of the databases that test files copy, in base64: whoever copies one brings it along. */
export const templateKey = Buffer.alloc(32, 'the key of the tests').toString('base64')

/** Puts it where a desk looks for it, as an operator does who moves a desk. */
export function bringKey(dataDir: string): void {
  writeFileSync(join(dataDir, 'chave-senhas'), `${templateKey}\n`, { mode: 0o600 })
}
