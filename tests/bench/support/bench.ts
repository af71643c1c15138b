import type { Sheet } from './figure.ts'

/** A bench's options, and the sheet for its results. */
export interface Bench {
  sheet: Sheet
  rounds: number
  /** The folder of the built first version; undefined measures without it. */
  first: string | undefined
  /** The folder for a CPU profile of this tree's server; undefined for none. */
  profile: string | undefined
}
