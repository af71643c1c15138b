// Loaded into a process and each of its threads by NODE_OPTIONS, before anything of ours: what they take from node:fs is
// then the disk of layer.ts.
import { register } from 'tsx/esm/api'

register()
await import(new URL('./layer.ts', import.meta.url).href)
