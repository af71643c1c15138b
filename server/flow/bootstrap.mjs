import { getEnvironmentData } from 'node:worker_threads'

const [, , name, source] = process.argv
// The tests start many threads and bundle the program once: a TypeScript loader costs each thread half a second.
const bundled = getEnvironmentData(name)
if (bundled) await import(bundled)
else {
  // A worker does not inherit its parent's TypeScript loader.
  const { register } = await import('tsx/esm/api')
  register()
  await import(source)
}
