// Reads lists in a process of its own, so that it does not hold up those who measure something else.
import { serveParent } from '../support/serveParent.ts'
import { drain } from './fetch.ts'

serveParent<{ port: number; path: string }>(
  {},
  async ({ port, path }) => ({ outcome: await drain(port, path) }),
  () => undefined,
)
