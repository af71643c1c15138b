import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#server/database/database'
import { startProxy } from '../../support/network/proxy.ts'
import { openScreen } from '../../support/screen.ts'
import { faultsOf } from '../support/compare.ts'
import { billedIn, signIn, victim } from '../support/deskUnderTorture.ts'
import { mixedLoad, nothingSaid, type Said } from '../support/mixedLoad.ts'

const [AWAY_MS, SILENT_MS, CALM_MS] = [30_000, 20_000, 5_000]
const REFUSED_MS = 5_000
const [BACK_MS, LOOK_MS] = [30_000, 100]

/**
 * Under load, PostgreSQL is stopped, restarted twice in a second, and made silent by a network that passes nothing.
 * Nothing acknowledged may be lost, no request may wait longer than five seconds for a refusal, the desk must recover
 * by itself, and no screen may show a call that the database did not keep.
 */
export async function run(rounds: number, say: (line: string) => void) {
  const place = await victim('postgresql')
  const { postgres } = place
  if (!postgres) throw new Error('this is about PostgreSQL')
  const address = new URL(postgres.url)
  const proxy = await startProxy([Number(address.port)])
  address.port = `${proxy.port}`
  const faults: string[] = []
  const figures: string[] = []
  try {
    const { desk } = await place.start({ DATABASE_URL: address.href })
    const cookie = await signIn(desk.url, 'ana')
    const billed = await billedIn(place)

    const disasters = {
      stopped: async () => {
        await postgres.crash()
        await pause(AWAY_MS)
        await postgres.restart()
      },
      restarted: async () => {
        await postgres.restart()
        await postgres.restart()
      },
      silent: async () => {
        proxy.pause()
        await pause(SILENT_MS)
        proxy.resume()
      },
    }
    for (let round = 1; round <= rounds; round++) {
      for (const [name, disaster] of Object.entries(disasters)) {
        const said = nothingSaid(billed)
        const screen = await openScreen(desk.url, cookie)
        let over = false
        const load = mixedLoad(desk.url, cookie, said, () => over)
        await pause(CALM_MS)
        await disaster()
        const back = await untilReady(desk.url)
        await pause(CALM_MS)
        over = true
        await load
        const database = await place.database()
        const looks = Promise.all([faultsOf(database, said), staleRings(screen, database)])
        const found = (await looks.finally(() => database.close())).flat()
        screen.close()
        if (desk.child.exitCode !== null || desk.child.signalCode !== null) found.push('the desk ended')
        if (back === null) found.push(`not ready ${BACK_MS} ms after its database was back`)
        if (said.slowest > REFUSED_MS) found.push(`somebody waited ${Math.round(said.slowest)} ms for an answer`)
        const told = `${name}: ${countsOf(said)}, slowest ${Math.round(said.slowest)} ms, ready again after ${back} ms`
        say(`round ${round}, ${told}${found.map((each) => `\n  ${each}`).join('')}`)
        figures.push(told)
        faults.push(...found)
        if (back === null) return { held: false, figures: figures.join('; ') }
      }
    }
    await desk.stop()
  } finally {
    await proxy.close()
    await place.remove()
  }
  return { held: faults.length === 0, figures: `${figures.slice(-3).join('; ')}; ${faults.length} faults` }
}

async function untilReady(url: string): Promise<number | null> {
  for (const began = performance.now(); performance.now() - began < BACK_MS; await pause(LOOK_MS)) {
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(BACK_MS) }).catch(() => null)
    if (ready?.ok) return Math.round(performance.now() - began)
  }
  return null
}

/**
 * Calls that ring on the screen but are not open in the database. It compares the events, not the snapshot, because a
 * snapshot holds only the latest calls.
 */
async function staleRings(screen: Awaited<ReturnType<typeof openScreen>>, { pool }: Database): Promise<string[]> {
  if (!screen.socket.connected) return []
  await screen.sync()
  const last = new Map(screen.heard.map(({ ligacao }) => [ligacao.id, ligacao.estado]))
  const ringing = [...last].filter(([, estado]) => estado === 'aberta').map(([id]) => id)
  const { rows } = await pool.query<{ id: string; estado: string }>(
    'SELECT id::text, estado::text FROM ligacao WHERE id = any($1::uuid[])',
    [ringing],
  )
  const onRecord = new Map(rows.map(({ id, estado }) => [id, estado]))
  return ringing
    .filter((id) => onRecord.get(id) !== 'aberta')
    .map((id) => `call ${id} rings and is ${onRecord.get(id) ?? 'not'} on record`)
}

const countsOf = ({ statuses }: Said) =>
  [...statuses].map(([status, n]) => `${n} × ${status || 'no answer'}`).join(', ')
