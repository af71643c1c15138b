import { once } from 'node:events'
import { openSync } from 'node:fs'
import http from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { addWideClientes } from '../../support/addWideClientes.ts'
import { notificar, startDesk } from '../../support/desk.ts'
import { type OwnDatabase, ownDatabase } from '../../support/ownDatabase.ts'
import { type DeskProcess, startProcess } from '../../support/process.ts'
import { openRaw, postHead, takenApart, upgradeHead } from '../../support/rawSocket.ts'
import { sendRequest } from '../../support/request.ts'

let own: OwnDatabase
let desk: DeskProcess | undefined
beforeEach(async () => {
  own = await ownDatabase()
})
afterEach(async () => {
  await desk?.kill()
  desk = undefined
  await own.remove()
})

const body = JSON.stringify({ ramal: 101 })
const head = postHead(notificar, demoToken, body)

async function start(more: Record<string, string> = {}, stdout?: number): Promise<DeskProcess> {
  const { dataDir, databaseUrl } = own
  desk = await startProcess({
    env: { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...more },
    args: ['--demo'],
    ...(stdout !== undefined && { stdout }),
  })
  return desk
}

test('on SIGTERM the desk closes idle connections, answers the request under way, and ends with code 0', async () => {
  const { url, child, output } = await start()
  const [silent, half, idle, screen] = await Promise.all([openRaw(url), openRaw(url), openRaw(url), openRaw(url)])
  idle.say('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await idle.heard('"up"')
  screen.neverClose()
  screen.say(`${upgradeHead}\r\n\r\n`)
  await screen.heard('101')
  half.say(`${head}\r\nExpect: 100-continue\r\n\r\n`)
  await half.heard('100 Continue')
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  // Connections without a request end at once, while the one with a request is still waiting to send its body.
  await silent.ended()
  await idle.ended()
  expect(child.exitCode).toBeNull()
  half.say(body)
  const answer = (await half.ended()).replace('HTTP/1.1 100 Continue\r\n\r\n', '')
  expect(takenApart(answer)).toMatchObject({ status: 200, json: { status: 'success' } })
  expect(await gone).toEqual([0, null])
  expect(output()).toContain('"msg":"closed"')
  expect(output()).not.toContain('were cut')
})

test('on SIGHUP the desk cuts a request that outlasts the shutdown limit, and still ends with code 0', async () => {
  const { url, child, output } = await start({ LIMITE_ENCERRAMENTO_SEGUNDOS: '1' })
  const slow = await openRaw(url)
  slow.say(`${head}\r\nExpect: 100-continue\r\n\r\n`)
  await slow.heard('100 Continue')
  const gone = once(child, 'exit')
  child.kill('SIGHUP')
  expect(await gone).toEqual([0, null])
  expect(output()).toContain('were cut')
  expect(output()).toContain('"msg":"closed"')
})

test('a second signal ends the desk at once with code 0, and no text of a request forges a line of its log', async () => {
  const { url, child, output } = await start({ LIMITE_ENCERRAMENTO_SEGUNDOS: '3600' })
  const greeted = output().length
  const accept = { accept: 'text/html' }
  const picture = `/_next/image?url=${encodeURIComponent('/x\nforged\u001b[31m')}&w=64&q=75`
  expect((await sendRequest(url, { path: picture, headers: accept })).status).toBe(404)
  const action = { method: 'POST', headers: { ...accept, 'next-action': 'forged' }, body: [] }
  expect((await sendRequest(url, { path: '/entrar', ...action })).status).toBe(303)
  const [slow, silent] = [await openRaw(url), await openRaw(url)]
  slow.say(`${head}\r\nExpect: 100-continue\r\n\r\n`)
  await slow.heard('100 Continue')
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await silent.ended()
  child.kill('SIGINT')
  expect(await gone).toEqual([0, null])
  expect(output()).toContain('"msg":"closed"')
  expect(
    output()
      .slice(greeted)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{')),
  ).toEqual([])
})

test('the desk keeps answering when its log is on a full disk, and ends in order', async () => {
  const { url, child, stop } = await start({}, openSync('/dev/full', 'w'))
  for (let n = 0; n < 50; n++) expect((await sendRequest(url, { path: '/api/nowhere' })).status).toBe(404)
  await stop()
  expect(child.exitCode).toBe(0)
})

test('a stopping desk sends the customer list under way to its end', async () => {
  const running = await startDesk()
  await addWideClientes(running.database, 4_000)
  const request = http.get(`${running.url}/api/v1/integracao/cliente/all`, {
    headers: { authorization: demoToken },
    agent: false,
  })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const silent = await openRaw(running.url)
  const stopped = running.stop()
  await silent.ended()
  let text = ''
  response.setEncoding('utf8')
  for await (const piece of response) text += piece
  expect(JSON.parse(text).clientes.length).toBeGreaterThanOrEqual(4_000)
  await stopped
})
