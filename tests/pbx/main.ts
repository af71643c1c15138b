// npm run test:pbx: tests the recipe that /admin/central shows, in a real Asterisk beside a built desk. The program
// plays the telephones and the trunk over SIP. Its last line says how many scenarios passed and failed. `-- bullseye`
// takes the older Asterisk; names of scenarios run only those. Needs root on Debian for apt, and changes nothing in the
// system.
import { fetchAsterisk, suites, whatIsMissing } from './exchange/fetch.ts'
import { measure } from './latency.ts'
import { openPlace } from './place.ts'
import * as moved from './scenarios/moved.ts'
import * as numbers from './scenarios/numbers.ts'
import * as plain from './scenarios/plain.ts'
import * as together from './scenarios/together.ts'
import * as trouble from './scenarios/trouble.ts'

const missing = whatIsMissing()
if (missing) {
  console.error(`test:pbx cannot run here: ${missing}`)
  process.exit(2)
}

const measuredCalls = 200
const scenarios = { ...plain, ...numbers, ...together, ...moved, ...trouble }
const words = process.argv.slice(2)
const asked = words.filter((word) => !suites.includes(word))
const from = suites.filter((suite) => words.includes(suite))
const unknown = asked.filter((name) => !(name in scenarios))
if (unknown.length > 0) {
  console.error(`test:pbx knows no ${unknown.join(', ')}; scenarios are ${Object.keys(scenarios).join(', ')}`)
  process.exit(2)
}
const installed = await fetchAsterisk(from.length > 0 ? from : suites, (line) => console.log(line))
const place = await openPlace(installed)
console.log(`Asterisk ${installed.version}`)

let [passed, failed] = [0, 0]
for (const [name, scenario] of Object.entries(scenarios)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const [began, logged] = [performance.now(), place.asterisk.log().length]
  try {
    await scenario(place)
    await place.clear()
    passed += 1
    console.log(`passed  ${name} (${((performance.now() - began) / 1_000).toFixed(1)} s)`)
  } catch (error) {
    failed += 1
    console.log(`FAILED  ${name}`, error, `\nWhat Asterisk wrote:\n${place.asterisk.log().slice(logged)}`)
    await place.clear()
    await place.mend()
  }
}
if (asked.length === 0 && failed === 0) console.log(await measure(place, measuredCalls))
await place.stop()
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
