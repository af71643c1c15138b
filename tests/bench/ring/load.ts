import { join } from 'node:path'
import { bundle } from '../support/bundle.ts'
import { startChild } from '../support/child.ts'
import type { Exchange } from './exchange.ts'

/** Controls an exchange that runs in another process. */
export type Load = {
  [Deed in 'screensOf' | 'paced' | 'saturated' | 'cutOff' | 'comeBack' | 'verdict']: (
    ...given: Parameters<Exchange[Deed]>
  ) => Promise<Awaited<ReturnType<Exchange[Deed]>>>
} & { stop(): Promise<void> }

/** Starts an exchange that posts to that port, in its own process. */
export async function startLoad(port: number): Promise<Load> {
  const programs = await bundle('load', { load: 'tests/bench/ring/loadProcess.ts' })
  const [child] = await startChild(join(programs, 'load.js'), [String(port)])
  const tell =
    (deed: keyof Exchange) =>
    async (...given: unknown[]) =>
      (await child.ask<{ answer: never }>({ deed, given })).answer
  return {
    screensOf: tell('screensOf'),
    paced: tell('paced'),
    saturated: tell('saturated'),
    cutOff: tell('cutOff'),
    comeBack: tell('comeBack'),
    verdict: tell('verdict'),
    stop: child.stop,
  }
}
