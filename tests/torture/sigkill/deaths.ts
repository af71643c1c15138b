import { readFileSync } from 'node:fs'
import { serverIn } from '../../support/embedded/folders.ts'
import type { DeskProcess } from '../../support/process.ts'
import { random } from '../support/random.ts'

/** What is killed: the desk, the embedded database's server, one of the server's processes, or all of them at once. */
export type Death = 'desk' | 'server' | 'process' | 'all'
const deaths: readonly Death[] = ['desk', 'server', 'process', 'all']

export const anyDeath = (): Death => deaths[Math.floor(random() * deaths.length)] ?? 'desk'

/** Sends SIGKILL without a warning. If the desk is among the victims, resolves once it is gone. */
export async function strike(death: Death, desk: DeskProcess, dataDir: string): Promise<void> {
  const server = serverIn(dataDir)
  if (death === 'desk' || server === null) return desk.kill()
  const processes = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
  const one = processes[Math.floor(random() * processes.length)] ?? server
  const gone = death === 'all' ? desk.kill() : undefined
  for (const pid of { server: [server], process: [one], all: [server, ...processes] }[death]) end(pid)
  await gone
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended, because its connection had just been closed.
  }
}
