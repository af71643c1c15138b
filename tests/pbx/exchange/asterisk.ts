import { execFile, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { configuration } from './configuration.ts'
import type { Installed } from './fetch.ts'

const run = promisify(execFile)

/** A running Asterisk with its own folder. */
export interface Asterisk {
  version: string
  /** The UDP port on 127.0.0.1 for telephones and the trunk. */
  port: number
  /** Runs a console command, such as "core show channels", and returns its output. */
  console(command: string): Promise<string>
  /** Asterisk's whole log so far. */
  log(): string
  stop(): Promise<void>
}

/** Starts Asterisk with the text that an installer pastes into extensions.conf. Resolves once it takes calls. */
export async function startAsterisk(installed: Installed, pasted: string): Promise<Asterisk> {
  const folder = mkdtempSync(join(tmpdir(), 'alo-pbx-'))
  const port = await freeUdpPort()
  for (const each of ['etc', 'run', 'spool', 'log', 'db', 'keys', 'agi']) mkdirSync(join(folder, each))
  const files = configuration({ installed, folder, port, pasted })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'etc', name), text)

  const [program, ...args] = [...installed.program, '-C', join(folder, 'etc/asterisk.conf')]
  const child = spawn(program, [...args, '-f', '-n', '-vvv'], { stdio: 'ignore' })
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  const ended = once(child, 'close')
  const log = () => readFileSync(join(folder, 'log/messages'), 'utf8')
  const console = async (command: string) => (await run(program, [...args, '-rx', command])).stdout
  const limit = Date.now() + 30_000
  while (!(await console('core waitfullybooted').catch(() => '')).includes('fully booted')) {
    if (child.exitCode !== null || Date.now() > limit) throw new Error(`Asterisk did not start: ${log()}`)
  }
  return {
    version: installed.version,
    port,
    console,
    log,
    async stop() {
      process.off('exit', killed)
      if (child.exitCode === null) child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freeUdpPort(): Promise<number> {
  const probe = createSocket('udp4').bind(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}
