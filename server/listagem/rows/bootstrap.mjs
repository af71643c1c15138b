// A worker does not inherit its parent's TypeScript loader.
import { register } from 'tsx/esm/api'

register()
await import(new URL('./listWorker.ts', import.meta.url).href)
