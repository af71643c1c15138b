import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A child process that answers one message at a time. */
export interface Child {
  pid: number
  /** Rejects when the process ends instead of answering. */
  ask<Answer>(message: object): Promise<Answer>
  /** Asks the process to end, and kills it if it has not ended after 20 s. Idempotent. */
  stop(): Promise<void>
}

const endsWithinMs = 20_000

/** Starts a bundled program; resolves to it and to the first message it sends. */
export async function startChild<First>(program: string, args: string[] = []): Promise<[Child, First]> {
  const process = fork(program, args, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const first = await nextMessage<First>(process, program)
  const child: Child = {
    pid: process.pid ?? 0,
    ask: (message) => {
      process.send(message)
      return nextMessage(process, program)
    },
    stop: async () => {
      if (process.exitCode !== null || process.signalCode !== null) return
      const ended = once(process, 'exit')
      if (process.connected) process.disconnect()
      const killer = setTimeout(() => process.kill('SIGKILL'), endsWithinMs)
      await ended
      clearTimeout(killer)
    },
  }
  return [child, first]
}

async function nextMessage<Answer>(process: ChildProcess, program: string): Promise<Answer> {
  const settled = new AbortController()
  const ended = once(process, 'exit', { signal: settled.signal }).then(([code, signal]) => {
    throw new Error(`${program} ended (${code ?? signal}) instead of answering`)
  })
  ended.catch(() => undefined)
  try {
    const [answer] = await Promise.race([once(process, 'message', { signal: settled.signal }), ended])
    if (typeof answer === 'object' && answer !== null && 'failed' in answer) throw new Error(String(answer.failed))
    return answer as Answer
  } finally {
    settled.abort()
  }
}
