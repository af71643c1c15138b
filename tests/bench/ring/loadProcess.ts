// An exchange and its agents' browsers in a process of their own, on one clock: node loadProcess.js <port>.
import { serveParent } from '../support/serveParent.ts'
import { type Exchange, openExchange } from './exchange.ts'

const exchange = openExchange(Number(process.argv[2]))

/** What the exchange is to do, and with what. */
type Order = { [Deed in keyof Exchange]: { deed: Deed; given: Parameters<Exchange[Deed]> } }[keyof Exchange]

serveParent<Order>(
  { ready: true },
  // The deed and what is given belong together: the type above says so.
  async ({ deed, given }) => ({ answer: await (exchange[deed] as (...given: unknown[]) => unknown)(...given) }),
  () => exchange.close(),
)
