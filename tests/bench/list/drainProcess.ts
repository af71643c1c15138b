// Reads cold lists in a process of its own, so that it does not hold up those who measure something else.
import { serveParent } from '../support/serveParent.ts'
import { drainCold } from './fetch.ts'

serveParent<{ port: number; ms: number }>(
  {},
  async ({ port, ms }) => {
    const began = performance.now()
    let lists = 0
    for (; performance.now() - began < ms; lists++) await drainCold(port)
    return { lists }
  },
  () => undefined,
)
