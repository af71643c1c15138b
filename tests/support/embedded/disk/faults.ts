import { rmSync, writeFileSync } from 'node:fs'

type Failure = { code: 'EIO' | 'ENOSPC' | 'EMFILE' }
/** What a call fails with for as long as the file of faults stands; an fsync may fail once. */
export type Fault = { fsync?: Failure & { once: boolean }; write?: Failure; open?: Failure }

/** Where the disk of the tests is told what to do: the data folder, its journal, its file of faults. */
type Disk = { root: string; journal?: string; faults?: string }

const preload = new URL('./preload.mjs', import.meta.url).href

/** The environment of a process whose database stands on the disk of the tests. */
export function diskEnvironment({ root, journal, faults }: Disk): Record<string, string> {
  return {
    NODE_OPTIONS: `--import ${preload}`,
    DISK_ROOT: root,
    ...(journal !== undefined && { DISK_JOURNAL: journal }),
    ...(faults !== undefined && { DISK_FAULTS: faults }),
  }
}

export function diskVariables(env: NodeJS.ProcessEnv): Partial<Disk> {
  return {
    ...(env.DISK_ROOT !== undefined && { root: env.DISK_ROOT }),
    ...(env.DISK_JOURNAL !== undefined && { journal: env.DISK_JOURNAL }),
    ...(env.DISK_FAULTS !== undefined && { faults: env.DISK_FAULTS }),
  }
}

export function setFault(file: string, fault: Fault): void {
  writeFileSync(file, JSON.stringify(fault))
}

export function clearFault(file: string): void {
  rmSync(file, { force: true })
}
