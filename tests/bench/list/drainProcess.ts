// Reads cold lists in its own process, so that reading does not delay the process that measures calls meanwhile.
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
