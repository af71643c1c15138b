import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

interface Document {
  file: string
  text: string
}

export const read = (file: string): Document => ({ file, text: readFileSync(file, 'utf8') })

/** The Markdown that people read, from the root of the project. */
export function documents(): Document[] {
  const below = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file))
  const roots = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'server/README.md']
  return [...roots, ...below.filter((file) => file.endsWith('.md'))].map(read)
}

const isCode = (line: string) => line.startsWith('    ')
const codeLines = (text: string) => text.split('\n').filter(isCode)
const prose = (text: string) =>
  text
    .split('\n')
    .filter((line) => !isCode(line))
    .join('\n')

/** What stands between backticks, in prose. */
export const quoted = (text: string) => [...prose(text).matchAll(/`([^`\n]+)`/g)].map(([, inside = '']) => inside)

/** Commands: indented lines without their comments, and what is quoted. */
export const commands = (text: string) => [
  ...codeLines(text).map((line) => line.replace(/ #.*$/, '').trim()),
  ...quoted(text),
]

/** Where the links of a document lead. */
export const links = (text: string) =>
  [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((to) => !/^[a-z]+:/.test(to))

/** Headings as Markdown pages name them in an address. */
export const anchors = (text: string) =>
  headings(text).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

export const headings = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)

const ours = /^(server|app|prisma|tests|docs|\.ci)(\/|$)/
const fileName = /^(?!\/)[\w.()<>[\]/-]+\.(ts|tsx|mjs|md|json|prisma|sql|css)$/

/** Names of files and folders that a document quotes or gives to commands. */
export function fileNames(text: string): string[] {
  const words = commands(text).flatMap((command) => command.split(' '))
  const named = [...quoted(text).filter((word) => fileName.test(word)), ...words.filter((word) => ours.test(word))]
  return [...new Set(named.map((name) => name.replace(/:.*$/, '')))]
}

/** Tests that a document names, each as `file: title`. */
export const testNames = (text: string) =>
  quoted(text).flatMap((words) => {
    const [, file, title] = /^(tests\/\S+\.(?:test|spec)\.ts): (.+)$/.exec(words) ?? []
    return file && title ? [{ file, title }] : []
  })

/** Whether a name leads somewhere: `<noun>` stands for any folder, and a module may go without its extension. */
export function leadsSomewhere(name: string): boolean {
  const [before, ...rest] = name.split(/<[^>]+>/)
  if (rest.length === 0) return existsSync(name) || existsSync(`${name}.ts`)
  const folder = before ?? ''
  return readdirSync(folder || '.', { withFileTypes: true }).some(
    (entry) => entry.isDirectory() && leadsSomewhere(`${folder}${entry.name}${rest.join('')}`),
  )
}

/** The same for a name that may be told from the root of the project or from the document's own folder. */
export const resolves = (from: string, name: string) =>
  leadsSomewhere(normalize(name)) || leadsSomewhere(normalize(join(dirname(from), name)))

/** Files and folders that indented trees show: blocks that begin with a folder, names before two spaces, deeper is inside. */
export function treeNames(text: string): string[] {
  const blocks = text.split(/\n\s*\n/).map((block) => block.split('\n').filter(isCode))
  return blocks
    .filter(([first = '']) => /^ {4}[\w.]+\/( |$)/.test(first))
    .flatMap((lines) => {
      const parents: { indent: number; path: string }[] = []
      return lines.flatMap((line) => {
        const indent = line.search(/\S/)
        const names = (line.trim().split(/ {2,}/)[0] ?? '').split(' ')
        while ((parents.at(-1)?.indent ?? -1) >= indent) parents.pop()
        const paths = names.map((name) => join(parents.at(-1)?.path ?? '', name))
        parents.push({ indent, path: paths[0] ?? '' })
        return paths
      })
    })
}
