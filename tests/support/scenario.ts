import { beforeEach, describe, expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import type { TestDesk } from './desk.ts'
import type { Answer, Request } from './request.ts'
import type { Screen } from './screen.ts'

/** One row of a table of tests: the request, the expected answer, and the events that each screen must receive. */
export interface Scenario {
  name: string
  /** Requests that set the scene; their events do not count. */
  given?: Request[]
  /** Sent with the demo's token unless it has its own `authorization` (undefined sends none). */
  request: Request
  status: number
  /** Texts that the answer's body must contain. */
  content?: string[]
  /** Texts that neither the body nor a header may contain. */
  absent?: string[]
  headers?: Record<string, string | RegExp | undefined>
  /** Expected events by screen; a screen that is not named must receive none. */
  events?: { ana?: string[]; bruno?: string[] }
  and?: (answer: Answer, desk: TestDesk) => unknown
}

const nothing: string[] = []

/** Runs the rows on the desk, at which ana and bruno are both connected. */
export function runScenarios(desk: TestDesk, title: string, scenarios: Scenario[]): void {
  describe(title, () => {
    let screens: { ana: Screen; bruno: Screen }
    beforeEach(async () => {
      await desk.clear()
      screens = { ana: await desk.screen('ana'), bruno: await desk.screen('bruno') }
    })

    const heard = async () => ({ ana: await screens.ana.events(), bruno: await screens.bruno.events() })
    const withToken = (request: Request): Request => ({ authorization: demoToken, ...request })

    test.each(scenarios)('$name', async ({ given = [], request, status, content = [], absent = [], ...row }) => {
      for (const each of given) expect((await desk.send(withToken(each))).status).toBe(200)
      const before = given.length > 0 ? await heard() : { ana: nothing, bruno: nothing }
      const answer = await desk.send(withToken(request))
      expect({ status: answer.status, text: answer.text }).toEqual({ status, text: answer.text })
      for (const text of content) expect(answer.text).toContain(text)
      for (const text of absent) expect(answer.text + JSON.stringify(answer.headers)).not.toContain(text)
      for (const [name, value] of Object.entries(row.headers ?? {})) {
        if (value instanceof RegExp) expect(answer.headers[name]).toMatch(value)
        else expect(answer.headers[name]).toBe(value)
      }
      const after = await heard()
      expect({ ana: after.ana.slice(before.ana.length), bruno: after.bruno.slice(before.bruno.length) }).toEqual({
        ana: [],
        bruno: [],
        ...row.events,
      })
      await row.and?.(answer, desk)
    })
  })
}
