import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

interface Document {
  file: string
  text: string
}

export const read = (file: string): Document => ({ file, text: readFileSync(file, 'utf8') })

/** The project's Markdown documents; their paths are relative to the project's root. */
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

/** Texts between backticks, outside code blocks. */
export const quoted = (text: string) => [...prose(text).matchAll(/`([^`\n]+)`/g)].map(([, inside = '']) => inside)

/** Commands: the lines of code blocks without their comments, and every text between backticks. */
export const commands = (text: string) => [
  ...codeLines(text).map((line) => line.replace(/ #.*$/, '').trim()),
  ...quoted(text),
]

/** Targets of a document's links to files and headings; web addresses are left out. */
export const links = (text: string) =>
  [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((to) => !/^[a-z]+:/.test(to))

/** The anchors (`#…`) that a rendered page gives to the headings. */
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

/** Names of files and folders that a document mentions between backticks or in commands. */
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

/** Whether the named file or folder exists. `<noun>` stands for any folder, and `.ts` may be left out. */
export function leadsSomewhere(name: string): boolean {
  const [before, ...rest] = name.split(/<[^>]+>/)
  if (rest.length === 0) return existsSync(name) || existsSync(`${name}.ts`)
  const folder = before ?? ''
  return readdirSync(folder || '.', { withFileTypes: true }).some(
    (entry) => entry.isDirectory() && leadsSomewhere(`${folder}${entry.name}${rest.join('')}`),
  )
}

/** As {@link leadsSomewhere}, for a name relative to the project's root or to the document's own folder. */
export const resolves = (from: string, name: string) =>
  leadsSomewhere(normalize(name)) || leadsSomewhere(normalize(join(dirname(from), name)))

/**
 * Files and folders in the trees of a document. A tree is a code block that begins with a folder; in each line the
 * names end at two spaces, and a deeper indent means inside the folder above.
 */
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
