/** Pure. The states of one socket's connection, and what each event makes of them. docs/interface.md: The socket's wire */

/** All in milliseconds. */
const [beatEvery, doubtAfter, hopelessAfter] = [700, 300, 500]
const [silentAfter, deadAfter] = [3_000, 8_000]
/** How long a read may wait once the server cannot be reached; on a slow line, so many times a heartbeat's answer. */
const [inDoubt, timesABeat] = [2_000, 4]
/** How long an attempt may take while the server can be reached. Each one given up lets the next take twice as long. */
const firstAttempt = 1_500
/** The pause between two questions over HTTP: while the server could not be reached, and while it could. */
const [soon, later] = [300, 2_500]

export interface Line {
  /**
   * `connecting` and `unreachable` have no connection; in the second one the server cannot be reached at all. `idle` has
   * one, `awaiting` waits for the answer to a heartbeat, `silent` has waited so long that calls may not be arriving.
   */
  name: 'connecting' | 'unreachable' | 'idle' | 'awaiting' | 'silent'
  /** When the attempt to connect began, or the wait for the heartbeat's answer. */
  since: number
  /** The number of heartbeats so far. */
  beat: number
  lastBeat: number
  /** How long the last answer to a heartbeat took, in milliseconds. */
  took: number
  /** A late look has already restarted this attempt's time, or the wait for this heartbeat; it does so only once. */
  spared: boolean
  /** How long the attempt under way may take. */
  attemptMs: number
}

interface At {
  now: number
}

export interface LineEvents {
  connected: At
  disconnected: At & { byServer: boolean }
  /** The socket begins another attempt by itself. */
  attempt: At
  /**
   * The regular look. `late`: the tab's timers were held back. `open`: a connection stands that the server may not have
   * welcomed yet.
   */
  look: At & { late: boolean; open: boolean }
  /** The computer slept, or its clock was set; `back`: to an earlier time. */
  woke: At & { back: boolean }
  answered: At & { beat: number }
  /** The server answered the HTTP question of `askedAt`. `active`: the socket tries to connect. */
  reached: At & { askedAt: number; active: boolean }
  /** The server did not answer an HTTP question. */
  unreached: At
  /** The timer of `expireIn` has ended. It is cleared when the wait for which it was set ends. */
  expired: At
}

/**
 * What to do: tell the screen, send a heartbeat (`beat`), ask over HTTP (`ask`), set a timer (`expireIn`), or give up the
 * reads that have waited for so many milliseconds (`giveUpReads`).
 */
export type LineEffect =
  | 'beat'
  | 'ask'
  | 'silent'
  | 'answer'
  | 'dead'
  | 'wake'
  | { expireIn: number }
  | { giveUpReads: number }

type Step = [next: Line, ...effects: LineEffect[]]
type Row = { [Type in keyof LineEvents]?: (line: Line, event: LineEvents[Type]) => Step }

export const newLine = (now: number): Line => ({
  name: 'connecting',
  since: now,
  beat: 0,
  lastBeat: 0,
  took: 0,
  spared: false,
  attemptMs: firstAttempt,
})

/**
 * The server did not answer over HTTP in time. Where a heartbeat's answer takes as long, the line is only slow, and reads
 * that are given up early would never have an answer.
 */
const unreached = (line: Line): LineEffect => ({ giveUpReads: Math.max(inDoubt, line.took * timesABeat) })

/** Gives up the connection, or the attempt at one, and makes a new one. */
const dead = (line: Line, now: number): Step => [{ ...line, name: 'connecting', since: now, spared: false }, 'dead']
const attemptDead = (line: Line, now: number) =>
  dead({ ...line, attemptMs: Math.min(line.attemptMs * 2, deadAfter) }, now)

/** Whether the attempt to connect takes too long: its messages may have been lost. */
const hangs = (line: Line, now: number, active: boolean) => active && now - line.since >= line.attemptMs

/** Begins the wait anew: what is awaited may have arrived already, and wait behind a late look in the event loop. */
const spare = (line: Line, now: number): Step => [{ ...line, since: now, spared: true }]

const always: Row = {
  disconnected: (line, { now, byServer }) => [
    { ...line, name: byServer ? 'connecting' : 'unreachable', since: now, spared: false },
  ],
  woke: (line, { now, back }) => [back ? { ...line, since: now, lastBeat: now } : line, 'wake', 'ask'],
  unreached: (line) => [line, unreached(line)],
}

const offline: Row = {
  ...always,
  connected: (line, { now }) => [{ ...line, name: 'idle', since: now, attemptMs: firstAttempt }],
  attempt: (line, { now }) => [{ ...line, since: now, spared: false }],
  look: (line, { now, late, open }) => {
    if (late && !line.spared) return spare(line, now)
    return open && now - line.since >= deadAfter ? attemptDead(line, now) : [line]
  },
  unreached: (line) => [{ ...line, name: 'unreachable' }, unreached(line)],
}

const waiting: Row = {
  ...always,
  look: (line, { now, late }) => {
    if (late && !line.spared) return spare(line, now)
    const waited = now - line.since
    if (waited < silentAfter) return [line]
    const silent: Step = line.name === 'silent' ? [line] : [{ ...line, name: 'silent' }, 'silent']
    if (waited < deadAfter) return silent
    const [, ...effects] = silent
    const [next] = dead(line, now)
    return [next, ...effects, 'dead']
  },
  answered: (line, { now, beat }) => {
    if (beat !== line.beat) return [line]
    const idle: Line = { ...line, name: 'idle', since: now, took: now - line.since }
    return line.name === 'silent' ? [idle, 'answer'] : [idle]
  },
  reached: (line, { now, askedAt }) => {
    if (line.since >= askedAt) return [line]
    // Waits as long again as this answer took: on a slow network the heartbeat's answer may follow it closely.
    return [line, { expireIn: Math.max(now - askedAt, line.since + hopelessAfter - now) }]
  },
  expired: (line, { now }) => dead(line, now),
}

const transitions: Record<Line['name'], Row> = {
  connecting: {
    ...offline,
    reached: (line, { now, askedAt, active }) =>
      line.since < askedAt && hangs(line, askedAt, active) ? attemptDead(line, now) : [line],
  },
  unreachable: {
    ...offline,
    reached: (line, { now, askedAt }) => (line.since < askedAt ? attemptDead(line, now) : [line]),
  },
  idle: {
    ...always,
    look: (line, { now }) => {
      if (now - line.lastBeat < beatEvery) return [line]
      return [{ ...line, name: 'awaiting', since: now, beat: line.beat + 1, lastBeat: now, spared: false }, 'beat']
    },
  },
  awaiting: waiting,
  silent: waiting,
}

/** Pure. What an event makes of the line, and what is to be done; an event that a state does not know changes nothing. */
export function step<Type extends keyof LineEvents>(line: Line, type: Type, event: LineEvents[Type]): Step {
  const row: Row = transitions[line.name]
  return row[type]?.(line, event) ?? [line]
}

/** Pure. How often to ask over HTTP whether the server can be reached, in milliseconds; null while nothing is in doubt. */
export function askEvery(line: Line, now: number, active: boolean): number | null {
  if (line.name === 'idle') return null
  if (line.name === 'unreachable') return soon
  if (line.name === 'connecting') return hangs(line, now, active) ? soon : later
  return now - line.since >= doubtAfter ? soon : null
}
