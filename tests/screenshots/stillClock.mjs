// Loaded by a desk before its own modules. The desk's clock stands still, and its answers have no Date header, so that
// the page learns no other time than its own.
import { ServerResponse } from 'node:http'

const still = Date.parse(process.env.STILL_AT ?? '')
const Running = Date

class Still extends Running {
  constructor(...given) {
    super(...(given.length > 0 ? given : [still]))
  }
}
// The static methods are own properties: Next replaces Date by its own and copies only this one's own properties.
globalThis.Date = Object.assign(Still, { now: () => still, parse: Running.parse, UTC: Running.UTC })

Object.defineProperty(ServerResponse.prototype, 'sendDate', { get: () => false, set: () => undefined })
