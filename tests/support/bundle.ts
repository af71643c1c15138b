import { renameSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { buildSync } from 'esbuild'

/**
 * Bundles a program of several sources into one file, which starts in a third of the time, and returns its path. Below
 * `dist` it finds the packages.
 */
export function bundle(source: string): string {
  const built = resolve('dist/tests', basename(source).replace(/\.ts$/, '.js'))
  const draft = built.replace(/\.js$/, `.${process.pid}.js`)
  buildSync({
    entryPoints: [source],
    outfile: draft,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
  })
  renameSync(draft, built)
  return built
}
