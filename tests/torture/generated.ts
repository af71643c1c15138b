import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { hashToken, mintToken } from '#server/acesso/recognizeToken'
import { createToken } from '#server/acesso/rows/tokens'
import { buildDesk } from '#server/app'
import { readConfig } from '#server/config'
import { demoToken } from '#server/demo/accounts'
import { prepareDemo } from '#server/demo/prepareDemo'
import { holdGenerated } from '../support/generated/hold.ts'

/**
 * Sends `rounds` generated requests and socket events to a desk on its own embedded database. No answer may be a 5xx,
 * hang or leak a secret. Prints the seed; the environment's `SEED` repeats a run.
 */
export async function run(rounds: number, say: (line: string) => void): Promise<{ held: boolean; figures: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-generated-'))
  const unlimited = 1_000_000
  const asked = { requestsPerSecond: unlimited, revealsPerHour: unlimited, documentSearchesPerHour: unlimited }
  const tried = { signInsPerMinute: unlimited, failedTokensPerMinute: unlimited }
  const settings = { ...asked, ...tried, listaCacheSegundos: 0 }
  const config = { ...readConfig('demo', {}), ...settings, dataDir, port: 0, demoPbx: false }
  const errors: unknown[] = []
  const log = pino({ level: 'error' }, intoList(errors))
  const running = await buildDesk(config, log, null)
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  say(`seed ${seed}`)
  try {
    const { desk, http } = running
    await prepareDemo(desk)
    const none = mintToken()
    await createToken(desk.database, { nome: 'sem escopo', hash: hashToken(none), escopos: [], expira_em: null })
    await http.listen({ host: config.host, port: 0 })
    const { port } = http.server.address() as AddressInfo
    const start = performance.now()
    const { failures, answers } = await holdGenerated(
      {
        url: `http://${config.host}:${port}`,
        database: desk.database,
        tokens: { all: demoToken, none },
        errors: () => errors,
      },
      { rounds, seed, say },
    )
    for (const failure of failures) say(failure)
    const seconds = Math.round((performance.now() - start) / 1_000)
    const succeeded = [...answers].filter(([key]) => key.endsWith(' 200')).reduce((sum, [, count]) => sum + count, 0)
    const figures = `${rounds} requests and events in ${seconds} s, ${succeeded} of them answered 200, ${failures.length} failures, seed ${seed}`
    return { held: failures.length === 0, figures }
  } finally {
    await running.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const intoList = (list: unknown[]) =>
  new Writable({
    write(piece, _encoding, done) {
      list.push(JSON.parse(String(piece)))
      done()
    },
  })
