// npm run test:pbx: the recipe that /admin/central shows, in a real Asterisk beside a built desk; telephones and trunk are
// played over SIP. Its last line says how many scenarios passed and failed. `-- bullseye` takes the older Asterisk, names of
// scenarios take those alone. Wants root on Debian, for apt, and changes nothing of the system.
import { fetchAsterisk, whatIsMissing } from './exchange/fetch.ts'
import { openPlace } from './place.ts'
import * as plain from './scenarios/plain.ts'

const missing = whatIsMissing()
if (missing) {
  console.error(`test:pbx cannot run here: ${missing}`)
  process.exit(2)
}

const scenarios = { ...plain }
const asked = process.argv.slice(2)
const installed = await fetchAsterisk((line) => console.log(line))
const place = await openPlace(installed)
console.log(`Asterisk ${installed.version}`)

let [passed, failed] = [0, 0]
for (const [name, scenario] of Object.entries(scenarios)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const began = performance.now()
  try {
    await scenario(place)
    passed += 1
    console.log(`passed  ${name} (${((performance.now() - began) / 1_000).toFixed(1)} s)`)
  } catch (error) {
    failed += 1
    console.log(`FAILED  ${name}`, error)
  }
  await place.clear()
}
await place.stop()
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
