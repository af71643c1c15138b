import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

  test('are not drawn for a browser that left before its turn', async () => {
    const gates: (() => void)[] = []
    const asked: string[] = []
    elsewhere = (path) => {
      asked.push(path)
      return path === '/gate' ? new Promise((resolve) => gates.push(() => resolve(null))) : Promise.resolve(null)
    }
    const first = Array.from({ length: 4 }, () => open('/gate'))
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
    expect(asked).toEqual(['/gate', '/gate', '/gate', '/gate', '/entrar'])
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
