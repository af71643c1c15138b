import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The key of the template database's passwords, in base64. Every desk on a copy of that database needs it. */
export const templateKey = Buffer.alloc(32, 'the key of the tests').toString('base64')

/** Writes the key into the data folder, as an operator does who moves a desk. */
export function bringKey(dataDir: string): void {
  writeFileSync(join(dataDir, 'chave-senhas'), `${templateKey}\n`, { mode: 0o600 })
}
