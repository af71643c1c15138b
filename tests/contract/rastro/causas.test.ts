import { afterEach, expect, test, vi } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { notificar, startDesk, type TestDesk } from '../../support/desk.ts'
import { openRaw, postHead } from '../../support/rawSocket.ts'
import { startTwoDesks } from '../../support/twoDesks.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start(settings: Parameters<typeof startDesk>[0] = {}) {
  const desk = await startDesk(settings)
  ends.push(() => desk.stop())
  return desk
}

interface Told {
  resposta: string
  rastros: { id: string; frase: string; status: number; etapas: { etapa: string; detalhe: string | null }[] }[]
}
async function ask(desk: TestDesk, asked: Record<string, string> = {}): Promise<Told> {
  return (await desk.as('clara', `ligacoes/diagnostico?${new URLSearchParams(asked)}`)).json
}

/** Sends a notification's head without its body, and waits until the desk has said `100 Continue`. */
async function halfTold(desk: TestDesk, id: string) {
  const body = JSON.stringify({ ramal: 101, telefone: '37999912222', ligacao_params: { id } })
  const raw = await openRaw(desk.url)
  raw.say(`${postHead(notificar, demoToken, body)}\r\nExpect: 100-continue\r\n\r\n`)
  await raw.heard('100 Continue')
  return { ...raw, sayRest: () => raw.say(body) }
}

/**
 * Locks the table of calls, so that every statement about calls waits until the lock is released. `someoneWaits` waits
 * for the statement of a notification: a look of the desk or an autovacuum may wait, too.
 */
async function holdCalls({ database: { pool } }: TestDesk) {
  const client = await pool.connect()
  await client.query('BEGIN; LOCK TABLE ligacao')
  // A notification's statement begins by looking for the customer, in `achado`.
  const waiting = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'with "achado"%'`
  return {
    someoneWaits: () => expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThan(0),
    async letGo() {
      await client.query('ROLLBACK')
      client.release()
    },
  }
}

test('the trace of a body that is too large says so with 413, whether its length was announced or not', async () => {
  const desk = await start()
  const body = JSON.stringify({ ramal: 101, ligacao_params: { id: 'x'.repeat(70_000) } })
  const more = [{}, { 'content-length': undefined, 'transfer-encoding': 'chunked' }]
  for (const headers of more) {
    await desk.send({ path: notificar, authorization: demoToken, body, headers }).catch(() => null)
    const { resposta, rastros } = await ask(desk)
    expect(resposta).toMatch(/^Recusada \(413\): O corpo passa de 64 KiB: envie menos dados/)
    expect(rastros[0]?.etapas).toMatchObject([{ etapa: 'Chegou' }, { detalhe: /./ }, { etapa: 'Respondida com 413' }])
  }
})

test('a field name that the database cannot store is traced with replaced characters, and no trace is lost', async () => {
  const desk = await start()
  const deep = JSON.parse('['.repeat(40) + ']'.repeat(40))
  expect((await desk.notify({ ramal: 101, ligacao_params: { id: 'ao lado' } })).status).toBe(200)
  expect((await desk.notify({ ramal: 101, 'a\0b\ud800c': deep })).status).toBe(422)
  const { rastros } = await ask(desk)
  expect(rastros.map(({ status }) => status)).toEqual([422, 200])
  expect(rastros[0]?.frase).toContain('a\ufffdb\ufffdc')
})

test('the trace says when a token sent too many requests, and when an address sent too many wrong tokens', async () => {
  const desk = await start({ requestsPerSecond: 1, failedTokensPerMinute: 2 })
  const { nome, secret } = await desk.token()
  for (let n = 0; n < 5; n++) await desk.notify({ ramal: 101, ligacao_params: { id: n } }, secret)
  const { resposta, rastros } = await ask(desk)
  expect(resposta).toMatch(new RegExp(`^Recusada: requisições demais com o token “${nome}” de uma vez`))
  expect(rastros.map(({ status }) => status)).toEqual([429, 200, 200, 200, 200])

  // All of them come in one millisecond.
  vi.useFakeTimers({ toFake: ['Date'] })
  ends.push(() => vi.useRealTimers())
  for (let n = 0; n < 3; n++) await desk.notify({ ramal: 101 }, `alo_nobody_${n}`)
  expect((await ask(desk)).resposta).toMatch(/^Recusada: vieram tokens errados demais deste endereço/)
})

test('when a process ends, another shows the request that it still answered and the one that it cut off', async () => {
  const { one, two, stop } = await startTwoDesks({ shutdownSeconds: 3 })
  ends.push(stop)
  const [answered, silent] = [await halfTold(one, 'a tempo'), await halfTold(one, 'sem corpo')]
  const left = one.leave()
  const served = () => one.send({ path: '/healthz' }).then(Boolean, () => false)
  await expect.poll(served).toBe(false)
  answered.sayRest()
  expect(await answered.ended()).toContain('Ligação notificada com sucesso')
  expect(await silent.ended()).not.toContain('200')
  await left
  expect((await ask(two, { chave: 'a tempo' })).resposta).toMatch(/^Não tocou: Ana Souza não tinha nenhuma tela/)
  const { rastros } = await ask(two)
  expect(rastros).toHaveLength(2)
  const cut = rastros.find(({ frase }) => /^Sem resposta: o processo do Alô que a recebeu encerrou antes/.test(frase))
  expect(cut?.etapas.at(-1)).toMatchObject({ etapa: 'Sem resposta', detalhe: 'o processo encerrou' })
  // A request to a process that no longer listens leaves no trace.
  expect((await ask(two, { ramal: '102' })).resposta).toMatch(/^Nada chegou do ramal 102/)
})

test('a call that waits for the database when its process ends is traced as unanswered', async () => {
  const { one, two, stop } = await startTwoDesks({ shutdownSeconds: 1 })
  ends.push(stop)
  const held = await holdCalls(two)
  const call = await halfTold(one, 'cortada')
  call.sayRest()
  await held.someoneWaits()
  const left = one.leave()
  expect(await call.ended()).not.toContain('200')
  await held.letGo()
  await left
  expect((await ask(two, { ramal: '101' })).resposta).toMatch(/^Sem resposta: o processo do Alô/)
})

test('the trace says what the desk did, and that the exchange did not wait for the response', async () => {
  const desk = await start()
  const held = await holdCalls(desk)
  const call = await halfTold(desk, 'apressada')
  call.sayRest()
  await held.someoneWaits()
  call.socket.destroy()
  await call.ended()
  await held.letGo()
  await expect.poll(async () => (await ask(desk, { ramal: '101' })).rastros.length).toBe(1)
  const { resposta, rastros } = await ask(desk, { chave: 'apressada' })
  expect(resposta).toMatch(/^Não tocou: Ana Souza não tinha nenhuma tela .* A central não esperou pela resposta/)
  expect(rastros[0]?.etapas.map(({ etapa }) => etapa)).toContain('Sem resposta')

  const half = await halfTold(desk, 'pela metade')
  half.socket.destroy()
  await expect.poll(async () => (await ask(desk)).rastros.length).toBe(2)
  expect((await ask(desk)).resposta).toMatch(/A central não esperou pela resposta/)
})
