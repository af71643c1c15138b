import { setFlagsFromString } from 'node:v8'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread. In the bundle, which holds this file in some chunk, its program is the entry `name`; from source it
 * is the file `source`, below `server/`, and needs a TypeScript loader.
 */
export function startWorker(name: string, source: string, options: WorkerOptions): Worker {
  // A size that the process was started with would override the thread's own limit. The main thread's heap has it
  // already.
  setFlagsFromString('--max-semi-space-size=0')
  const fromSource = import.meta.url.endsWith('.ts')
  const program = new URL(fromSource ? './bootstrap.mjs' : `./${name}.js`, import.meta.url)
  const argv = [name, new URL(`../${source}`, import.meta.url).href]
  return new Worker(program, { ...options, name, argv, execArgv: [] })
}
