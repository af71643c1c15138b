import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// What is compiled before a desk listens or a command does anything, in bytes of dist/: the same on every machine. Each has
// today's number, with a tenth for what grows, as its ceiling. Packages that stay outside are not counted.

/** The file and what it imports, and so on; but for what is imported when it is wanted. */
function bytesOf(...files: string[]): number {
  const found = new Map<string, number>()
  for (const file of files) {
    if (found.has(file)) continue
    const code = readFileSync(join('dist', file), 'utf8')
    found.set(file, Buffer.byteLength(code))
    files.push(...[...code.matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, name = '']) => name))
  }
  return [...found.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** What the file imports when it is wanted, by the name of its source. */
function later(file: string, source: string): string {
  const code = readFileSync(join('dist', file), 'utf8')
  return new RegExp(String.raw`\bimport\(\s*"\./(${source}-\w+\.js)"\)`).exec(code)?.[1] ?? `${source} is not there`
}

test.each([
  ['a command', ['cli.js'], 1_470_000],
  ['an import of customers', ['cli.js', later('cli.js', 'clientesCommand')], 1_660_000],
  ['a desk', ['main.js', later('main.js', 'run')], 2_870_000],
] as const)('%s loads little before it begins', (_name, files, ceiling) => {
  const bytes = bytesOf(...files)
  expect(bytes).toBeGreaterThan(ceiling / 2)
  expect(bytes).toBeLessThan(ceiling)
})
