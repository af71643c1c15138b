import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// How much code of dist/ is loaded before a desk listens or a command starts work, in bytes: the same on every machine.
// Each ceiling is today's number and a tenth more for growth. Packages outside the bundle are not counted.

/** The bytes of the files and of all their static imports. Dynamic imports do not count. */
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

/** The name of the file that `file` imports dynamically, by the name of its source. */
function later(file: string, source: string): string {
  const code = readFileSync(join('dist', file), 'utf8')
  return new RegExp(String.raw`\bimport\(\s*"\./(${source}-\w+\.js)"\)`).exec(code)?.[1] ?? `${source} is not there`
}

test.each([
  ['a command', ['cli.js'], 1_470_000],
  ['an import of customers', ['cli.js', later('cli.js', 'clientesCommand')], 1_660_000],
  ['a desk', ['main.js', later('main.js', 'run')], 2_870_000],
] as const)('%s loads no more code before it starts than its ceiling', (_name, files, ceiling) => {
  const bytes = bytesOf(...files)
  expect(bytes).toBeGreaterThan(ceiling / 2)
  expect(bytes).toBeLessThan(ceiling)
})

test('a command does not load Node’s HTTP client, which pg asks for where no navigator is defined', () => {
  const program = `await import('./dist/${later('cli.js', 'clientesCommand')}')
    process.stdout.write(process.moduleLoadList.join('\\n'))
    process.exit()`
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(loaded).toContain('NativeModule net')
  expect(loaded).not.toContain('undici')
})
