// Loaded by a desk before its own modules: its clock stands, and no answer says another time than the page's own.
import { ServerResponse } from 'node:http'

const still = Date.parse(process.env.STILL_AT ?? '')
const Running = Date

class Still extends Running {
  constructor(...given) {
    super(...(given.length > 0 ? given : [still]))
  }
}
// Its own, not inherited: Next puts a Date of its own in front, with what this one has.
globalThis.Date = Object.assign(Still, { now: () => still, parse: Running.parse, UTC: Running.UTC })

Object.defineProperty(ServerResponse.prototype, 'sendDate', { get: () => false, set: () => undefined })
