import { expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'
import { listPath } from '../cliente/listServer.ts'
import { countsOf } from './counts.ts'

// What a list of customers costs, counted as a call is. Ceilings are today's numbers, a little rounded up.

const desk = useDesk({ listaCacheSegundos: 3_600 })

const hits = 200

test('a list given again asks the database for its token at most', async () => {
  const { secret } = await desk.token({ escopos: ['cliente'] })
  const get = (headers: Record<string, string> = {}) =>
    desk.send({ path: `${listPath}?limit=20`, authorization: secret, headers })
  const first = await get()
  expect(first.status).toBe(200)
  const again = { 'if-none-match': String(first.headers.etag) }
  const before = await countsOf(desk.config.databaseUrl ?? '')
  for (let n = 0; n < hits; n++) expect((await get(again)).status).toBe(304)
  // The desk's connections say what they did when they end.
  await desk.leave()
  const spent = await countsOf(desk.config.databaseUrl ?? '', before)
  // What is asked is whether the token still lives, once in 50 ms; of the list nothing is read or written, but for the record of the token's use.
  expect(spent.statements / hits).toBeLessThan(1)
  expect(spent.inserted + spent.deleted).toBeLessThan(10)
})
