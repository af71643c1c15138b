import fc from 'fast-check'
import { signInRequest } from '#server/acesso/wire'
import type { Database } from '#server/database/database'
import { insertSession } from '../session.ts'
import { type Asker, ask, openAsker, type Target } from './ask.ts'
import { events, openBabbler } from './events.ts'
import { judge, leaks } from './judge.ts'
import { type Generated, requests } from './requests.ts'
import { jsonOf } from './values.ts'

interface Rounds {
  rounds: number
  seed: number
  say?: ((line: string) => void) | undefined
}

interface Held {
  /** How many answers came, by route and status. */
  answers: Map<string, number>
  /** One text per failure: its seed, its index, the smallest request that still fails, and why. */
  failures: string[]
}

const atOnce = 8
const chunk = 500
const eventChunk = 50

/** Routes that are served but are not in the table `routes`. */
const beside = [
  { method: 'POST', url: '/api/auth/sign-in/username', body: signInRequest },
  { method: 'POST', url: '/api/auth/sign-out' },
  { method: 'GET', url: '/api/auth/get-session' },
] as const

/**
 * Sends `rounds` generated requests, eight at once, and judges every answer. Deterministic except for the order of
 * arrival.
 */
async function holdRequests(target: Target, { rounds, seed, say }: Rounds): Promise<Held> {
  const asker = await openAsker(target, atOnce)
  const held: Held = { answers: new Map(), failures: [] }
  const arbitrary = requests([...beside])
  try {
    for (let done = 0; done < rounds && held.failures.length < 5; done += chunk) {
      const generated = fc.sample(arbitrary, { seed: seed + done, numRuns: Math.min(chunk, rounds - done) })
      const quiet = asker.errors().length
      const failed = await sendAll(asker, generated, held)
      // The log has an error but no answer shows it: send each request alone to find the one that caused it.
      if (asker.errors().length > quiet && failed.length === 0) failed.push(...(await loggedBy(asker, generated)))
      for (const at of failed) held.failures.push(await told(asker, arbitrary, seed + done, at, generated[at]))
      if (done % 5_000 === 0) await clear(target.database)
      if (done % 10_000 === 0) say?.(`${done} requests sent, ${held.failures.length} failures`)
    }
  } finally {
    asker.agent.destroy()
  }
  return held
}

/** Sends `rounds` generated messages: nine of ten are requests, one of ten is an event on a socket. */
export async function holdGenerated(target: Target, { rounds, seed, say }: Rounds): Promise<Held> {
  const asked = Math.ceil(rounds * 0.9)
  const held = await holdRequests(target, { rounds: asked, seed, say })
  held.failures.push(...(await holdEvents(target, { rounds: rounds - asked, seed, say })))
  return held
}

/** Sends `rounds` generated events on an agent's socket and returns the failures. */
async function holdEvents({ url, database, errors }: Target, { rounds, seed, say }: Rounds): Promise<string[]> {
  const failures: string[] = []
  const babbler = openBabbler(url, await insertSession(database, 'ana'))
  for (let done = 0; done < rounds && failures.length === 0; done += eventChunk) {
    const before = errors().length
    const generated = fc.sample(events, { seed: seed + done, numRuns: Math.min(eventChunk, rounds - done) })
    try {
      for (const each of generated) await babbler.say(each)
      const told = JSON.stringify(await babbler.answers())
      if (!told.startsWith('{"ligacoes":[') || leaks.some((pattern) => pattern.test(told))) throw new Error(told)
      const logged = errors().slice(before)
      if (logged.length > 0) throw new Error(`it logged ${JSON.stringify(logged)}`)
    } catch (error) {
      failures.push(`seed ${seed + done}, events ${jsonOf(generated).slice(0, 4_000)}: ${error}`)
    }
    if (done % 10_000 === 0) say?.(`${done} events said`)
  }
  babbler.close()
  return failures
}

/** Deletes calls and tickets, so that snapshots stay small. */
const clear = ({ pool }: Database) =>
  pool.query(
    'DELETE FROM atendimento; DELETE FROM ligacao; DELETE FROM marca_cancelamento; DELETE FROM protocolo_diario',
  )

async function sendAll(asker: Asker, generated: readonly Generated[], held: Held): Promise<number[]> {
  const failed: number[] = []
  let next = 0
  const lane = async () => {
    for (let at = next++; at < generated.length; at = next++) {
      const each = generated[at]
      if (!each) continue
      const mistake = await attempt(asker, each, held)
      if (mistake) failed.push(at)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return failed
}

/** The index of the request that makes the desk log an error when sent alone; index 0 if none does. */
async function loggedBy(asker: Asker, generated: readonly Generated[]): Promise<number[]> {
  for (const [at, each] of generated.entries()) if (await attempt(asker, each)) return [at]
  return [0]
}

/**
 * Sends one request and returns what is wrong with its answer; null when nothing is. Without `held` (sent alone) a
 * logged error is wrong too.
 */
async function attempt(asker: Asker, generated: Generated, held?: Held): Promise<string | null> {
  const before = held ? 0 : asker.errors().length
  try {
    const answer = await ask(asker, generated)
    const key = `${generated.method} ${generated.url.startsWith('/api') ? generated.url : '?'} ${answer.status}`
    held?.answers.set(key, (held.answers.get(key) ?? 0) + 1)
    const logged = held ? [] : asker.errors().slice(before)
    return judge(asker, generated, answer) ?? (logged.length > 0 ? `it logged ${JSON.stringify(logged)}` : null)
  } catch (error) {
    return `no answer: ${error}`
  }
}

/**
 * Describes a failure with the smallest request that fails too. The desk's state has changed since, so the failure may
 * not repeat; then it shows the original request.
 */
async function told(
  asker: Asker,
  arbitrary: fc.Arbitrary<Generated>,
  seed: number,
  at: number,
  first: Generated | undefined,
): Promise<string> {
  const property = fc.asyncProperty(arbitrary, async (each) => {
    const mistake = await attempt(asker, each)
    if (mistake) throw new Error(mistake)
  })
  const { counterexample, errorInstance } = await fc.check(property, {
    seed,
    path: String(at),
    numRuns: 1,
    interruptAfterTimeLimit: 20_000,
  })
  const smallest = counterexample?.[0]
  const shown = smallest ?? first
  const why = errorInstance ?? `only among the others; the last error: ${JSON.stringify(asker.errors().at(-1))}`
  return `seed ${seed}, ${at}th: ${shown && lineOf(shown)}: ${why}`
}

const lineOf = ({ method, url, who, id, query, body, headers }: Generated) =>
  `${who}: ${method} ${url} (:id = ${id}) ?${query} ${JSON.stringify(headers)} ${body === undefined ? '' : JSON.stringify(body.toString('latin1')).slice(0, 2_000)}`
