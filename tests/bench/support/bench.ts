import type { Sheet } from './figure.ts'

/** What a bench is told, and where it notes what it finds. */
export interface Bench {
  sheet: Sheet
  rounds: number
  /** The folder of the first version, built; undefined to do without. */
  first: string | undefined
  /** Where to put a CPU profile of this tree's server, when asked for. */
  profile: string | undefined
}
