import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { home } from '#server/config'
import { openScreens, type Screens } from '#server/http/pages/drawPages'
import { portOf } from '../../support/portOf.ts'
import { openRaw } from '../../support/rawSocket.ts'

describe('the pages', () => {
  const errors: unknown[] = []
  const said: unknown[] = []
  /** Every thread that draws pages, as it is started. */
  const threads: Worker[] = []
  const onWorker = (worker: Worker) => void threads.push(worker)
  let screens: Screens
  let url: string
  /** What the desk says of a path: where it leads instead. */
  let elsewhere = async (_path: string): Promise<string | null> => null
  const server = createServer((request, response) => screens.draw(request, response))

  beforeAll(async () => {
    process.on('worker', onWorker)
    const log = {
      info: (facts: object) => void said.push(facts),
      warn: (facts: object) => void said.push(facts),
      error: (facts: object) => void errors.push(facts),
    }
    screens = openScreens({ dev: false, hostname: '127.0.0.1', port: 0 }, log)
    await screens.ready
    screens.drawFor({
      who: async () => null,
      provedor: () => 'Provedor Teste',
      elsewhere: (path) => elsewhere(path),
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    url = `http://127.0.0.1:${portOf(server)}`
  })

  afterAll(async () => {
    process.off('worker', onWorker)
    server.close()
    server.closeAllConnections()
    await screens.close()
    expect(errors).toEqual([])
  })

  const open = async (path = '/entrar') => {
    const answer = await fetch(`${url}${path}`)
    return { status: answer.status, text: await answer.text() }
  }
  const drawn = { status: 200, text: expect.stringContaining('Provedor Teste') }

  test('are drawn by another thread, which leaves this one as it was', async () => {
    expect(await open()).toEqual(drawn)
    expect(threads).toHaveLength(1)
    expect(Function.prototype.toString.call(Date)).toContain('[native code]')
    // What Next writes at its start is in the log.
    await expect.poll(() => said).toContainEqual({ next: expect.stringContaining('next.config.mjs') })
  })

  test('keep the browser’s connection, and take a request with a body and odd headers', async () => {
    const raw = await openRaw(url)
    const odd = `Host: ${new URL(url).host}\r\nX-Odd: \u00e9\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n12345`
    raw.say(`GET /entrar HTTP/1.1\r\n${odd}`)
    await raw.heard('</html>')
    raw.say(`HEAD /entrar?again HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n\r\n`)
    const said = await raw.ended()
    expect(said.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
    expect(said).toContain('Connection: keep-alive')
  })

  test('have their scripts and styles from this thread, in the form that the browser takes', async () => {
    const folder = join(home, '.next', 'static')
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const asked: string[] = []
    elsewhere = async (path) => {
      asked.push(path)
      return null
    }
    const take = async (name: string, accepted: string) => {
      const headers = { 'accept-encoding': accepted }
      const path = `/_next/static/${name}`
      const [answer] = await once(get(`${url}${path}`, { headers }), 'response')
      return { headers: answer.headers, bytes: Buffer.concat(await answer.toArray()) }
    }
    for (const ending of ['.js', '.css']) {
      const name = names.find((each) => each.endsWith(ending)) as string
      const plain = readFileSync(join(folder, name))
      const br = await take(name, 'gzip, deflate, br, zstd')
      expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
      expect(brotliDecompressSync(br.bytes)).toEqual(plain)
      const gz = await take(name, 'gzip, br;q=0')
      expect(gz.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': `${gz.bytes.length}` })
      expect(gunzipSync(gz.bytes)).toEqual(plain)
      const { headers, bytes } = await take(name, 'identity')
      expect(headers).not.toHaveProperty('content-encoding')
      const kept = { 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' }
      expect(headers).toMatchObject(kept)
      // The policy of the page holds for its scripts: their own would only be bytes.
      expect(headers).not.toHaveProperty('content-security-policy')
      expect(bytes).toEqual(plain)
    }
    expect(asked).toEqual([])
    // Another path beside them is a page, which takes its turn.
    expect(await open('/_next/static/none.js')).toMatchObject({ status: 404 })
    expect(asked).toEqual(['/_next/static/none.js'])
  })

  test('that Next cannot draw are answered in Portuguese, and the browser asks for them again', async () => {
    // Next fails on this header, as it does on a page whose files were removed.
    const answer = await fetch(`${url}/entrar`, { headers: { rsc: '1', 'next-router-state-tree': 'none' } })
    expect(await answer.text()).toBe('Erro interno: tente de novo\n')
    expect({ status: answer.status, refresh: answer.headers.get('refresh') }).toEqual({ status: 500, refresh: '10' })
  })

  test('are not drawn for a browser that left before its turn', async () => {
    const gates: (() => void)[] = []
    const asked: string[] = []
    elsewhere = (path) => {
      asked.push(path)
      return path === '/_next/gate' ? new Promise((resolve) => gates.push(() => resolve(null))) : Promise.resolve(null)
    }
    const first = Array.from({ length: 4 }, () => open('/_next/gate'))
    await expect.poll(() => gates.length).toBe(4)
    const waiting = await openRaw(url)
    const arrived = once(server, 'request')
    waiting.say(`GET /gone HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`)
    const [, response] = await arrived
    waiting.socket.destroy()
    await once(response, 'close')
    for (const open of gates) open()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await open()).toEqual(drawn)
    expect(asked).toEqual([...Array(4).fill('/_next/gate'), '/entrar'])
  })

  test('that are begun are drawn to their end before the next, though their browsers left', async () => {
    // What the thread was asked for, and has not answered.
    const under = new Set<unknown>()
    let asked = 0
    const hear = {
      'http.client.request.start': ({ request }: { request: object }) => under.add(request).size && asked++,
      'http.client.response.finish': ({ request }: { request: object }) => under.delete(request),
    }
    for (const [name, heard] of Object.entries(hear)) subscribe(name, heard as never)
    for (let n = 0; n < 8; n++) {
      const raw = await openRaw(url)
      raw.say(`GET /entrar HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`)
      await expect.poll(() => asked).toBe(n + 1)
      raw.socket.destroy()
    }
    await expect.poll(() => under.size).toBe(0)
    for (const [name, heard] of Object.entries(hear)) unsubscribe(name, heard as never)
    expect(await open()).toEqual(drawn)
  })

  test('that were under way when the thread ended are answered with an error, and a new thread draws the next', async () => {
    const thread = threads.at(-1) as Worker
    const ended = once(thread, 'exit')
    elsewhere = async () => {
      // The thread ends once the page has been passed to it.
      setImmediate(() => void thread.terminate())
      return null
    }
    expect(await open('/painel')).toEqual({ status: 500, text: 'Erro interno: tente de novo\n' })
    elsewhere = async () => null
    await ended
    expect(errors.splice(0)).toEqual([{ err: expect.objectContaining({ code: 'ECONNRESET' }) }])
    expect(await open()).toEqual(drawn)
  })
})
