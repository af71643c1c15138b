import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/open'
import { startPostgres } from '../../support/postgres/startPostgres.ts'
import { closeWindows, prepare } from '../ring/prepare.ts'
import { type Served, secret } from '../ring/servers.ts'
import { bundle } from '../support/bundle.ts'
import { type Child, startChild } from '../support/child.ts'
import { machineLoad, print, printTable } from '../support/print.ts'
import { median, quantile } from '../support/quantile.ts'
import { openExchange } from './exchange.ts'

const ports = { one: 4611, two: 4612 }
const quiet = { info: () => undefined, warn: () => undefined, error: console.error }
const agentsEach = 20
const callsARound = 200
const perSecond = 50
/** What a screen at the other process may take, to one at the process that was notified. */
const target = 1.6

/**
 * Two desks on one PostgreSQL: from a notification's leaving the exchange, at one, to its event on a screen at the other,
 * beside a screen at the same one; calls to either alternate. And what telling another process costs: the same desk
 * saturated, alone and not. Options: `--rounds N`.
 */
export async function run(options: string[] = []): Promise<void> {
  const { values } = parseArgs({ args: options, options: { rounds: { type: 'string', default: '3' } } })
  const rounds = Number(values.rounds)
  const programs = await bundle('cluster', { desk: 'tests/bench/ring/deskProcess.ts' })
  const folder = mkdtempSync(join(tmpdir(), 'alo-bench-'))
  const postgres = await startPostgres()
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir: folder, role: 'server', log: quiet })
  const children: Child[] = []
  const start = async (which: keyof typeof ports) => {
    const served: Served = { dataDir: folder, databaseUrl: postgres.url, port: ports[which], secret }
    const stdout = openSync(join(folder, `${which}.log`), 'w')
    const [child] = await startChild(join(programs, 'desk.js'), { args: [JSON.stringify(served)], stdout })
    children.push(child)
    return child
  }
  const near = Array.from({ length: agentsEach }, (_, agent) => agent)
  const far = near.map((agent) => agent + agentsEach)
  const mixed = Array.from({ length: callsARound }, (_, n) => (n % 2 === 0 ? near : far)[(n >> 1) % agentsEach] ?? 0)
  const exchange = openExchange(ports.one)
  const saturated = { alone: [] as number[], told: [] as number[] }
  const screens = { near: [] as number[], far: [] as number[] }
  try {
    await prepare(database)
    await start('one')
    print(`\ncluster (${machineLoad()} when it began)`)
    for (const agent of near) await exchange.connect(agent, ports.one)
    const saturate = async () => {
      const figure = await exchange.saturated(near, 1_500)
      await closeWindows(database)
      return figure
    }
    for (let n = 0; n < 4; n++) await saturate()
    for (let round = 0; round < rounds; round++) {
      saturated.alone.push(await saturate())
      const two = await start('two')
      for (const agent of far) await exchange.connect(agent, ports.two)
      await exchange.saturated([...near, ...far], 500)
      await closeWindows(database)
      const took = await exchange.paced(mixed, perSecond)
      for (const [n, ms] of took.entries()) (n % 2 === 0 ? screens.near : screens.far).push(ms)
      await closeWindows(database)
      saturated.told.push(await saturate())
      if (round + 1 === rounds) continue
      exchange.disconnect(far)
      await two.stop()
    }
    const ratio = median(screens.far) / median(screens.near)
    const row = (name: string, one: number, other: number, unit: string, digits: number, judged = '') => [
      ...[name, `${one.toFixed(digits)}${unit}`, `${other.toFixed(digits)}${unit}`, (other / one).toFixed(2), judged],
    ]
    printTable([
      ['', 'same', 'other', 'ratio', ''],
      row(
        'notify to screen p50',
        median(screens.near),
        median(screens.far),
        ' ms',
        2,
        `<= ${target}, ${ratio <= target ? 'reached' : 'MISSED'}`,
      ),
      row('notify to screen p99', quantile(screens.near, 0.99), quantile(screens.far, 0.99), ' ms', 2),
      ['', 'alone', 'not', 'ratio', ''],
      row('16 connections, saturated', median(saturated.alone), median(saturated.told), '/s', 0),
    ])
    const { sent, lost, doubled, wrong } = await exchange.verdict()
    print(
      `  ${sent} notified, ${lost} lost, ${doubled} doubled, ${wrong} at the wrong agent; ${machineLoad()} at the end`,
    )
    if (ratio > target || lost + doubled + wrong > 0) process.exitCode = 1
  } finally {
    exchange.close()
    for (const child of children) await child.stop()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
