import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createUsuario } from '#server/acesso/createUsuario'
import { demoToken } from '#server/demo/accounts'
import { quantile } from '../../bench/support/quantile.ts'
import { deskOver } from '../../support/deskOver.ts'
import { openScreen, type Screen } from '../../support/screen.ts'
import { insertSession } from '../../support/session.ts'
import { cancelar, notificar } from '../support/addresses.ts'
import { victim } from '../support/deskUnderTorture.ts'
import { random } from '../support/random.ts'

const [AGENTS, CALLS_PER_SECOND] = [200, 20]
const FIFTHS = 5
// Differences between an early fifth of the run and the last one that do not yet count as growth.
const [MORE_MEMORY, MORE_DESCRIPTORS, SLOWER] = [1.15, 20, 1.5]

type Sample = { rss: number; descriptors: number }

/** Ordinary work for `minutes` on the embedded database: memory, descriptors and p99 must not grow. */
export async function run(minutes: number, say: (line: string) => void) {
  const place = await victim('embedded')
  try {
    const { desk } = await place.start()
    const cookies = await hire(place)
    const screens: (Screen | undefined)[] = []
    for (const cookie of cookies) screens.push(await openScreen(desk.url, cookie))
    say(`${AGENTS} agents are connected`)

    const samples: Sample[][] = []
    const waits: number[][] = []
    let failed = 0
    for (let fifth = 0; fifth < FIFTHS; fifth++) {
      const [seen, took]: [Sample[], number[]] = [[], []]
      const end = performance.now() + (minutes * 60_000) / FIFTHS
      const calls: Promise<void>[] = []
      for (let due = performance.now(); due < end; due += 1_000 / CALLS_PER_SECOND) {
        await pause(Math.max(0, due - performance.now()))
        calls.push(
          ring(desk.url, Math.floor(random() * AGENTS), took).catch(() => {
            failed += 1
          }),
        )
        if (calls.length % CALLS_PER_SECOND === 0) {
          seen.push(sampleOf(desk.child.pid ?? 0))
          const who = Math.floor(random() * AGENTS)
          screens[who]?.close()
          screens[who] = await openScreen(desk.url, cookies[who] ?? '')
        }
      }
      await Promise.all(calls)
      samples.push(seen)
      waits.push(took)
      const [memory, open] = middleOf(seen)
      const p99 = quantile(took, 0.99)
      say(`fifth ${fifth + 1}: RSS ${mib(memory)}, ${open} descriptors, p99 ${p99.toFixed(1)} ms, ${failed} failed`)
    }
    for (const screen of screens) screen?.close()
    await desk.stop()

    // The first fifth warms up, so memory and descriptors are compared with the second.
    const [[memory, open], [memoryLast, openLast]] = [middleOf(samples[1] ?? []), middleOf(samples.at(-1) ?? [])]
    const [first, last] = [quantile(waits[0] ?? [], 0.99), quantile(waits.at(-1) ?? [], 0.99)]
    const held =
      failed === 0 &&
      memoryLast <= memory * MORE_MEMORY &&
      openLast <= open + MORE_DESCRIPTORS &&
      last <= Math.max(first * SLOWER, first + 5)
    return {
      held,
      figures: `RSS ${mib(memory)} → ${mib(memoryLast)}, descriptors ${open} → ${openLast}, p99 ${first.toFixed(1)} → ${last.toFixed(1)} ms, ${failed} failed`,
    }
  } finally {
    await place.remove()
  }
}

async function hire(place: Awaited<ReturnType<typeof victim>>): Promise<string[]> {
  const database = await place.database()
  const cookies: string[] = []
  try {
    for (let n = 0; n < AGENTS; n++) {
      const usuario = `agente${n}`
      const role = { papel: 'atendente', ramal: `${5_000 + n}`, identificador_interno: null } as const
      await createUsuario(deskOver(database), { usuario, nome: usuario, senha: 'uma-senha-de-teste', ...role })
      cookies.push(await insertSession(database, usuario))
    }
  } finally {
    await database.close()
  }
  return cookies
}

let serial = 0

async function ring(url: string, agent: number, took: number[]): Promise<void> {
  const call = { ramal: 5_000 + agent, ligacao_params: { call_id: `soak-${++serial}` } }
  const post = async (path: string) => {
    const began = performance.now()
    const headers = { 'content-type': 'application/json', authorization: demoToken }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(call) })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${answer.status}`)
    return performance.now() - began
  }
  took.push(await post(notificar))
  await pause(2_000)
  await post(cancelar)
}

function sampleOf(pid: number): Sample {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return { rss: Number(kib) * 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length }
}

function middleOf(samples: Sample[]): [rss: number, descriptors: number] {
  return [
    quantile(
      samples.map(({ rss }) => rss),
      0.5,
    ),
    quantile(
      samples.map(({ descriptors }) => descriptors),
      0.5,
    ),
  ]
}

const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`
