import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../bench/support/quantile.ts'
import { startPostgres } from '../support/postgres/startPostgres.ts'
import { type DeskProcess, startProcess } from '../support/process.ts'
import { sendRequest } from '../support/request.ts'
import { cancelar, notificar, token } from './floodsDesk.ts'

const harms = ['resets', 'dawdlers', 'events', 'sockets', 'tokens', 'signIns', 'lists', 'calls']
const [quietMs, betweenMs] = [5_000, 20]
/**
 * A delay that no agent notices. It is the least limit, because a multiple of the quiet p99 alone may be too strict.
 */
const unnoticedMs = 200
const timesQuiet = 3
const descriptorsKept = 40
const settleMs = 90_000

/**
 * Does every harm to a desk, one after the other, and measures another agent's calls meanwhile. Needs the built desk.
 */
export async function run(rounds: number, say: (line: string) => void): Promise<{ held: boolean; figures: string }> {
  const postgres = await startPostgres(say)
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-floods-'))
  const limits = { LIMITE_REQUISICOES_SEGUNDO: '100000', LIMITE_ENTRADAS_MINUTO: '100000', LOG_LEVEL: 'warn' }
  const desk = await startProcess({
    env: { DATA_DIR: dataDir, DATABASE_URL: postgres.url, ...limits },
    args: ['--demo'],
  })
  const figures: string[] = []
  let held = true
  const tell = (line: string, good: boolean) => {
    held &&= good
    figures.push(`${good ? '' : 'NOT HELD: '}${line}`)
    say(figures.at(-1) ?? '')
  }
  try {
    const cookie = await signIn(desk.url)
    await watch(desk.url, pause(1_000))
    const before = descriptors(desk)
    const quiet = await watch(desk.url, pause(quietMs))
    const limit = Math.max(unnoticedMs, timesQuiet * quiet)
    say(`quiet: another agent's notify p99 ${quiet.toFixed(1)} ms; it may be ${limit.toFixed(0)} ms`)
    for (let round = 0; round < rounds; round++) {
      for (const harm of harms) {
        const done = doHarm(harm, desk.url, cookie)
        const p99 = await watch(desk.url, Promise.all([done, pause(2_000)]))
        tell(`${harm}: ${await done}; notify p99 ${p99.toFixed(1)} ms`, p99 <= limit)
      }
    }
    const kept = await settled(desk, before)
    tell(`descriptors: ${before} before, ${kept} after`, kept - before <= descriptorsKept)
    tell(`the process is ${desk.child.exitCode === null ? 'up' : 'gone'}`, desk.child.exitCode === null)
  } catch (error) {
    tell(`${error}\n${desk.output().slice(-2_000)}`, false)
  } finally {
    await desk.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  tell(`ended with code ${desk.child.exitCode}`, desk.child.exitCode === 0)
  return { held, figures: figures.join('\n') }
}

const descriptors = ({ child }: DeskProcess) =>
  process.platform === 'linux' ? readdirSync(`/proc/${child.pid}/fd`).length : 0

async function settled(desk: DeskProcess, before: number): Promise<number> {
  const limit = Date.now() + settleMs
  while (descriptors(desk) - before > descriptorsKept && Date.now() < limit) await pause(1_000)
  return descriptors(desk)
}

async function signIn(url: string): Promise<string> {
  const { headers } = await sendRequest(url, {
    path: '/api/auth/sign-in/username',
    headers: { origin: url },
    body: { username: 'ana', password: 'demo-alo-2026' },
  })
  return (headers['set-cookie'] ?? []).map((each) => each.split(';', 1)[0]).join('; ')
}

/** Rings another agent until `over` settles. Returns the 99th percentile of the answer times, in milliseconds. */
async function watch(url: string, over: Promise<unknown>): Promise<number> {
  let going = true
  const end = () => {
    going = false
  }
  over.then(end, end)
  const took: number[] = []
  while (going) {
    const body = { ramal: 102, ligacao_params: { id: crypto.randomUUID() } }
    const began = performance.now()
    const { status } = await sendRequest(url, { path: notificar, authorization: token, body })
    took.push(performance.now() - began)
    if (status !== 200) throw new Error(`another agent's notify was answered ${status}`)
    await sendRequest(url, { path: cancelar, authorization: token, body })
    await pause(betweenMs)
  }
  return quantile(took, 0.99)
}

async function doHarm(harm: string, url: string, cookie: string): Promise<string> {
  const program = new URL('./floodsProgram.ts', import.meta.url)
  const child = fork(program, [harm, url, cookie], { execArgv: ['--import', 'tsx'] })
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`the flood ${harm} ended with code ${code}`)
  })
  gone.catch(() => undefined)
  const [{ done }] = (await Promise.race([once(child, 'message'), gone])) as [{ done: string }]
  return done
}
