import { cpSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Makes the folder an installation of its own of what is built here, as far as commands need it. */
export function installInto(folder: string): void {
  for (const part of ['dist', 'prisma/migrations', 'package.json'])
    cpSync(part, join(folder, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
}
