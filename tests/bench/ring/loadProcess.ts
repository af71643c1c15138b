// The exchange and its agents' browsers in one process, so that one clock measures both. Usage: node loadProcess.js
// <port>
import { serveParent } from '../support/serveParent.ts'
import { type Exchange, openExchange } from './exchange.ts'

const exchange = openExchange(Number(process.argv[2]))

/** A method of the exchange, and its arguments. */
type Order = { [Deed in keyof Exchange]: { deed: Deed; given: Parameters<Exchange[Deed]> } }[keyof Exchange]

serveParent<Order>(
  { ready: true },
  // The type `Order` ensures that the arguments belong to the method; TypeScript cannot follow that here.
  async ({ deed, given }) => ({ answer: await (exchange[deed] as (...given: unknown[]) => unknown)(...given) }),
  () => exchange.close(),
)
