import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import WebSocket from 'ws'

const program = '/usr/bin/firefox-esr'
export const hasFirefox = existsSync(program)

/** One page of Debian's Firefox. Playwright's own protocol does not work with it, so WebDriver BiDi drives it. */
interface FirefoxPage {
  goto(url: string): Promise<void>
  /** Evaluates an expression in the page, and awaits a promise. The value must be a string, a number or a boolean. */
  evaluate(expression: string): Promise<unknown>
  /** Presses the keys of the text; they go to the element with the focus. */
  type(text: string): Promise<void>
  close(): Promise<void>
}

export async function openFirefox(): Promise<FirefoxPage> {
  const profile = mkdtempSync(join(tmpdir(), 'alo-firefox-'))
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LANG: 'C.UTF-8' },
  })
  const ended = once(child, 'close')
  let address: string | undefined
  for await (const line of createInterface(child.stderr)) {
    address = /^WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
    if (address) break
  }
  if (!address) throw new Error('Firefox did not start')
  child.stderr.resume()
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const waiting = new Map<number, (message: { result?: object; message?: string }) => void>()
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  })
  let last = 0
  const ask = (method: string, params: object) =>
    // biome-ignore lint/suspicious/noExplicitAny: each command's answer has a shape of its own
    new Promise<any>((resolve, reject) => {
      const id = ++last
      waiting.set(id, ({ result, message }) => (result ? resolve(result) : reject(new Error(`${method}: ${message}`))))
      socket.send(JSON.stringify({ id, method, params }))
    })
  await ask('session.new', { capabilities: {} })
  const { contexts } = await ask('browsingContext.getTree', {})
  const { context } = contexts[0]
  return {
    goto: (url) => ask('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate(expression) {
      const asked = { expression, target: { context }, awaitPromise: true }
      const { result, exceptionDetails } = await ask('script.evaluate', asked)
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result.value
    },
    async type(text) {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await ask('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    async close() {
      socket.close()
      child.kill()
      await ended
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
