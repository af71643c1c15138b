import { build } from 'esbuild'

/** Bundles programs as `server/build.mjs` does. Returns their folder. */
export async function bundle(name: string, entryPoints: Record<string, string>): Promise<string> {
  const outdir = `dist/bench/${name}`
  await build({
    entryPoints,
    outdir,
    bundle: true,
    packages: 'external',
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'warning',
  })
  return outdir
}
