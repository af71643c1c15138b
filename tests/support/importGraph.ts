import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface Import {
  /** The importing file, from the root of the project. */
  from: string
  /** A file from the root of the project, or a package's name. */
  to: string
}

const specifier = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\brequire\s*\(\s*)(['"])([^'"\n]+)\1/g
const aliases: Record<string, string> = { '#server/': 'server/' }

/** Source files below the folders; what Prisma generates is none. */
export function sources(...folders: string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('server/database/generated/'))
}

/** Every import of the files: static, dynamic, of types alone, `require`. */
export function importsOf(files: readonly string[]): Import[] {
  return files.flatMap((from) => {
    const text = readFileSync(from, 'utf8')
    return [...text.matchAll(specifier)].map(([, , to = '']) => ({ from, to: resolve(from, to) }))
  })
}

function resolve(from: string, to: string): string {
  const alias = Object.keys(aliases).find((prefix) => to.startsWith(prefix))
  if (alias) return `${aliases[alias]}${to.slice(alias.length)}.ts`
  if (to.startsWith('.')) return normalize(join(dirname(from), to))
  // A package's name without the path inside of it.
  return to.startsWith('node:')
    ? to
    : to
        .split('/')
        .slice(0, to.startsWith('@') ? 2 : 1)
        .join('/')
}
