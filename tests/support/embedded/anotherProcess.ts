import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { bundle } from '../bundle.ts'
import type { Answer, Order } from './deskProgram.ts'

let built: string | undefined

function program(): string {
  built ??= bundle('tests/support/embedded/deskProgram.ts')
  return built
}

/**
 * A second process that opens the same data folder. It answers orders one by one. @throws when it cannot open the
 * folder or an order fails
 */
export class AnotherProcess {
  readonly child: ChildProcess
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    role: 'server' | 'cli',
    dataDir: string,
    { env = {}, ...ids }: { env?: Record<string, string>; uid?: number; gid?: number } = {},
  ) {
    this.child = fork(program(), [role, dataDir], {
      execArgv: [],
      env: { ...process.env, ...env },
      ...ids,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  }

  static async open(
    role: 'server' | 'cli',
    dataDir: string,
    as: ConstructorParameters<typeof AnotherProcess>[2] = {},
  ): Promise<AnotherProcess> {
    const another = new AnotherProcess(role, dataDir, as)
    await another.#answer()
    return another
  }

  async query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const answer = await this.#order({ order: 'query', sql, values })
    return (answer as { rows: Record<string, unknown>[] }).rows
  }

  async close(): Promise<void> {
    await this.#order({ order: 'close' })
    await this.#end('SIGTERM')
  }

  /** Kills the process with SIGKILL, so that it cannot clean up. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const gone = once(this.child, 'exit')
    this.child.kill(signal)
    await gone
  }

  #order(order: Order): Promise<Answer> {
    const next = this.#last.then(() => {
      this.child.send(order)
      return this.#answer()
    })
    this.#last = next.catch(() => undefined)
    return next
  }

  async #answer(): Promise<Answer> {
    const settled = new AbortController()
    const { signal } = settled
    const died = once(this.child, 'exit', { signal }).then(([code, by]) => {
      throw new Error(`the other process ended (${code ?? by})`)
    })
    died.catch(() => undefined)
    try {
      const [answer] = (await Promise.race([once(this.child, 'message', { signal }), died])) as [Answer]
      if ('error' in answer) throw new Error(answer.error)
      return answer
    } finally {
      settled.abort()
    }
  }
}
