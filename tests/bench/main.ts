import { existsSync, readdirSync } from 'node:fs'

/** `npm run bench -- <name> [options]`: every bench is a folder beside this file, with a `run.ts` that ends by itself. */
const [name = '', ...options] = process.argv.slice(2)
const here = new URL('.', import.meta.url)
const program = new URL(`./${name}/run.ts`, here)

if (!/^[a-z]+$/.test(name) || !existsSync(program)) {
  const names = readdirSync(here).filter((folder) => existsSync(new URL(`./${folder}/run.ts`, here)))
  process.stderr.write(`npm run bench -- <name>, where the name is one of: ${names.join(', ')}\n`)
  process.exit(1)
}
const { run } = (await import(program.href)) as { run: (options: string[]) => Promise<void> }
await run(options)
process.exit()
