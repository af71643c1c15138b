import { cpSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Copies the built files that commands need into the folder, so that it works as a separate installation. */
export function installInto(folder: string): void {
  for (const part of ['dist', 'prisma/migrations', 'package.json'])
    cpSync(part, join(folder, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
}
