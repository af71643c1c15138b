import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  askEvery,
  type Line,
  type LineEffect,
  type LineEvents,
  newLine,
  step,
} from '../../../app/ligacao/linha/lineStates.ts'

type Happening = { [Type in keyof LineEvents]: [type: Type, event: Omit<LineEvents[Type], 'now'>] }[keyof LineEvents]
const onTime = { late: false, open: true }
const offline = ({ name }: Line) => name === 'connecting' || name === 'unreachable'

const at = (name: Line['name'], more: Partial<Line> = {}): Line => ({
  ...newLine(0),
  name,
  beat: 1,
  ...more,
})

/** Applies the events in order. Returns the last state and all effects. */
function run(line: Line, happenings: readonly [now: number, ...Happening][]) {
  return happenings.reduce<{ line: Line; effects: LineEffect[] }>(
    (so, [now, type, event]) => {
      const [next, ...effects] = step(so.line, type, { ...event, now } as LineEvents[typeof type])
      return { line: next, effects: [...so.effects, ...effects] }
    },
    { line, effects: [] },
  )
}

describe('the states of a connection', () => {
  it.each<[Line['name'], number, Happening, Line['name'], LineEffect[]]>([
    ['connecting', 100, ['connected', {}], 'idle', []],
    ['connecting', 9_000, ['look', { late: false, open: false }], 'connecting', []],
    ['connecting', 7_999, ['look', onTime], 'connecting', []],
    ['connecting', 8_000, ['look', onTime], 'connecting', ['dead']],
    ['connecting', 8_000, ['look', { late: true, open: true }], 'connecting', []],
    ['connecting', 1_600, ['reached', { askedAt: 1_499, active: true }], 'connecting', []],
    ['connecting', 1_600, ['reached', { askedAt: 1_500, active: true }], 'connecting', ['dead']],
    ['connecting', 9_000, ['reached', { askedAt: 8_000, active: false }], 'connecting', []],
    ['connecting', 100, ['unreached', {}], 'unreachable', [{ giveUpReads: 2_000 }]],
    ['unreachable', 100, ['attempt', {}], 'unreachable', []],
    ['unreachable', 100, ['reached', { askedAt: 50, active: false }], 'connecting', ['dead']],
    ['unreachable', 100, ['reached', { askedAt: 0, active: true }], 'unreachable', []],
    ['unreachable', 100, ['connected', {}], 'idle', []],
    ['idle', 699, ['look', onTime], 'idle', []],
    ['idle', 700, ['look', onTime], 'awaiting', ['beat']],
    ['idle', 100, ['reached', { askedAt: 50, active: true }], 'idle', []],
    ['idle', 100, ['unreached', {}], 'idle', [{ giveUpReads: 2_000 }]],
    ['idle', 100, ['disconnected', { byServer: false }], 'unreachable', []],
    ['idle', 100, ['disconnected', { byServer: true }], 'connecting', []],
    ['awaiting', 100, ['answered', { beat: 1 }], 'idle', []],
    ['awaiting', 100, ['answered', { beat: 0 }], 'awaiting', []],
    ['awaiting', 2_999, ['look', onTime], 'awaiting', []],
    ['awaiting', 3_000, ['look', onTime], 'silent', ['silent']],
    ['awaiting', 8_000, ['look', onTime], 'connecting', ['silent', 'dead']],
    ['awaiting', 8_000, ['look', { late: true, open: true }], 'awaiting', []],
    ['awaiting', 450, ['reached', { askedAt: 400, active: true }], 'awaiting', [{ expireIn: 50 }]],
    ['awaiting', 1_400, ['reached', { askedAt: 400, active: true }], 'awaiting', [{ expireIn: 1_000 }]],
    ['awaiting', 1_400, ['reached', { askedAt: 0, active: true }], 'awaiting', []],
    ['awaiting', 500, ['expired', {}], 'connecting', ['dead']],
    ['silent', 3_100, ['answered', { beat: 1 }], 'idle', ['answer']],
    ['silent', 7_999, ['look', onTime], 'silent', []],
    ['silent', 8_000, ['look', onTime], 'connecting', ['dead']],
    ['silent', 8_000, ['woke', { back: false }], 'silent', ['wake', 'ask']],
  ])('%s after %i ms: the event %j leads to %s, with the effects %j', (name, now, happening, next, effects) => {
    const after = run(at(name), [[now, ...happening]])
    expect([after.line.name, after.effects]).toEqual([next, effects])
  })

  it('let a read wait for as long as answers take on a slow line', () => {
    const { line, effects } = run(at('awaiting'), [
      [3_000, 'answered', { beat: 1 }],
      [3_100, 'unreached', {}],
    ])
    expect([line.name, effects]).toEqual(['idle', [{ giveUpReads: 12_000 }]])
  })

  it('allow each attempt twice the time of the one given up, up to 8 s, and 1.5 s again after a connection', () => {
    let line = newLine(0)
    const lasted = [1, 2, 3, 4].map((n) => {
      ;[line] = step(line, 'reached', { now: n * 100_000, askedAt: n * 100_000, active: true })
      return line.attemptMs
    })
    expect(lasted).toEqual([3_000, 6_000, 8_000, 8_000])
    expect(step(line, 'connected', { now: 500_000 })[0].attemptMs).toBe(1_500)
  })

  it('notice the silence of a connection that was cut before its first heartbeat was answered', () => {
    const after = run(newLine(0), [
      [100, 'connected', {}],
      [800, 'look', onTime],
      [3_800, 'look', onTime],
      [8_800, 'look', onTime],
    ])
    expect(after).toMatchObject({ line: { name: 'connecting' }, effects: ['beat', 'silent', 'dead'] })
  })

  it('restart the wait after the first late look only, so that a tab with late timers still detects silence', () => {
    const late = { late: true, open: true }
    const after = run(at('awaiting'), [
      [4_000, 'look', late],
      [7_000, 'look', late],
      [12_000, 'look', late],
    ])
    expect(after).toMatchObject({ line: { name: 'connecting' }, effects: ['silent', 'dead'] })
  })

  it('count no time against an attempt that a busy page could not attend to, once for each attempt', () => {
    const late = { late: true, open: true }
    const reached = (askedAt: number) => ({ askedAt, active: true })
    const busy = run(newLine(0), [
      [3_000, 'look', late],
      [3_010, 'reached', reached(2_000)],
      [3_500, 'reached', reached(3_400)],
      [4_000, 'connected', {}],
    ])
    expect(busy).toMatchObject({ line: { name: 'idle' }, effects: [] })
    const hanging = run(newLine(0), [
      [3_000, 'look', late],
      [6_000, 'look', late],
      [6_100, 'reached', reached(6_000)],
      [9_100, 'look', late],
      [9_200, 'reached', reached(9_100)],
    ])
    expect(hanging).toMatchObject({ line: { name: 'connecting', attemptMs: 3_000 }, effects: ['dead'] })
  })

  it('measure times from now after the clock was set back', () => {
    const [line] = step(at('idle', { since: 50_000, lastBeat: 50_000 }), 'woke', { now: 1_000, back: true })
    expect(step(line, 'look', { ...onTime, now: 1_700 })[0].name).toBe('awaiting')
  })

  it('ask over HTTP only if the connection is in doubt, and less often while an attempt is young', () => {
    expect(askEvery(at('idle'), 9_000, true)).toBeNull()
    expect(askEvery(at('awaiting'), 299, true)).toBeNull()
    expect(askEvery(at('awaiting'), 300, true)).toBe(300)
    expect(askEvery(at('connecting'), 1_499, true)).toBe(2_500)
    expect(askEvery(at('connecting'), 1_500, true)).toBe(300)
    expect(askEvery(at('unreachable'), 0, false)).toBe(300)
  })
})

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.constant<Happening>(['connected', {}]),
  fc.boolean().map((byServer): Happening => ['disconnected', { byServer }]),
  fc.constant<Happening>(['attempt', {}]),
  fc.record({ late: fc.boolean(), open: fc.boolean() }).map((look): Happening => ['look', look]),
  fc.constant<Happening>(['look', onTime]),
  fc.boolean().map((back): Happening => ['woke', { back }]),
  { weight: 3, arbitrary: fc.nat(3).map((beat): Happening => ['answered', { beat }]) },
  fc.record({ askedAt: fc.nat(60_000), active: fc.boolean() }).map((reached): Happening => ['reached', reached]),
  fc.constant<Happening>(['unreached', {}]),
  fc.constant<Happening>(['expired', {}]),
)

describe('whatever events reach a connection, in whatever order', () => {
  const stories = fc.array(fc.tuple(fc.oneof(fc.nat(400), fc.nat(4_000)), happening), { maxLength: 80 })
  const follow = (
    see: (before: Line, type: keyof LineEvents, after: Line, effects: LineEffect[], now: number) => void,
  ) =>
    fc.assert(
      fc.property(stories, (story) => {
        let [line, now] = [newLine(0), 0]
        for (const [pause, [type, event]] of story) {
          now += pause
          const before = line
          const after = run(line, [[now, type, event] as [number, ...Happening]])
          line = after.line
          see(before, type, line, after.effects, now)
        }
      }),
      { numRuns: 2_000 },
    )

  it('the screen is told of a silence once, and of an answer only after a silence', () => {
    follow((before, _, after, effects) => {
      if (effects.includes('silent')) expect(before.name).toBe('awaiting')
      if (effects.includes('answer')) expect([before.name, after.name]).toEqual(['silent', 'idle'])
      if (after.name === 'silent' && before.name !== 'silent') expect(effects).toContain('silent')
    })
  })

  it('a connection begins only when the socket connects, and ends only when it disconnects or is given up', () => {
    follow((before, type, after, effects) => {
      if (offline(before) && !offline(after)) expect(type).toBe('connected')
      if (effects.includes('dead')) expect(after.name).toBe('connecting')
      if (!offline(before) && offline(after)) expect(type === 'disconnected' || effects.includes('dead')).toBe(true)
    })
  })

  it('only one heartbeat is under way at a time, and two are at least 700 ms apart', () => {
    let last = Number.NEGATIVE_INFINITY
    follow((before, _, after, effects, now) => {
      if (before.beat === 0) last = Number.NEGATIVE_INFINITY
      if (!effects.includes('beat')) return
      expect([before.name, after.name, after.beat]).toEqual(['idle', 'awaiting', before.beat + 1])
      expect(now - last).toBeGreaterThanOrEqual(700)
      last = now
    })
  })

  it('the first late look has no effect', () => {
    follow((before, type, after, effects) => {
      if (before.name === 'awaiting' && type === 'look' && after.spared && !before.spared) expect(effects).toEqual([])
    })
  })

  it('an attempt to connect may take between 1.5 s and 8 s', () => {
    follow((_, __, { attemptMs }) => {
      expect(attemptMs).toBeGreaterThanOrEqual(1_500)
      expect(attemptMs).toBeLessThanOrEqual(8_000)
    })
  })
})
