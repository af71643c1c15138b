import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface Import {
  /** The importing file, from the root of the project. */
  from: string
  /** A file from the root of the project, or a package's name. */
  to: string
}

const specifier = /(?:(?<!['"])\bfrom\s+|\bimport\s*\(\s*|\bimport\s+|\brequire\s*\(\s*)(['"])([^'"\n]+)\1/g

/** Source files below the folders, without those that Prisma generates from the schema. */
export function sources(...folders: string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('server/database/generated/'))
}

/** The file without its comments. */
export const code = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** Every import of the files: static, dynamic, type-only, `require`. */
export function importsOf(files: readonly string[]): Import[] {
  return files.flatMap((from) =>
    [...code(from).matchAll(specifier)].map(([, , to = '']) => ({ from, to: resolve(from, to) })),
  )
}

function resolve(from: string, to: string): string {
  if (to.startsWith('#server/')) return `server/${to.slice('#server/'.length)}.ts`
  if (to.startsWith('.')) {
    const file = normalize(join(dirname(from), to))
    return existsSync(file) || !existsSync(`${file}.ts`) ? file : `${file}.ts`
  }
  // A package's name without the path inside the package.
  return to.startsWith('node:')
    ? to
    : to
        .split('/')
        .slice(0, to.startsWith('@') ? 2 : 1)
        .join('/')
}

/** Import cycles, each as `a → b → a`. */
export function circlesOf(imports: readonly Import[]): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports) if (from !== to) next.set(from, [...(next.get(from) ?? []), to])
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (place: string, way: string[]) => {
    const met = way.indexOf(place)
    if (met >= 0) circles.push([...way.slice(met), place].join(' → '))
    if (met >= 0 || done.has(place)) return
    for (const other of next.get(place) ?? []) visit(other, [...way, place])
    done.add(place)
  }
  for (const place of next.keys()) visit(place, [])
  return circles
}
