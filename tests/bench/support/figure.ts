import { median } from './quantile.ts'

type Unit = 'ms' | 's' | '/s' | 'MB' | 'KiB' | 'kB' | 'fps' | 'calls'

/**
 * A measured quantity. `reach` is the limit it must keep: absolute, or as a ratio to the yardstick where there is one.
 */
export interface Figure {
  name: string
  unit: Unit
  reach?: ['≤' | '≥', number] | undefined
  yardstick?: string
}

/** Who was measured: this tree, the first version, or the yardstick that both are compared with. */
export type Side = 'desk' | 'first' | 'yardstick'

/** The results of one bench: the values of each round, for each side. */
export class Sheet {
  readonly title: string
  /** Why the bench ended early. */
  brokeOff: string | undefined
  readonly #values = new Map<Figure, Record<Side, number[]>>()

  constructor(title: string) {
    this.title = title
  }

  note(figure: Figure, side: Side, value: number): void {
    const values = this.#values.get(figure) ?? { desk: [], first: [], yardstick: [] }
    this.#values.set(figure, values)
    values[side].push(value)
  }

  /** Columns as `heads` names them. */
  rows(): string[][] {
    return [...this.#values].map(([figure, { desk, first, yardstick }]) => [
      figure.name,
      shown(desk, figure.unit),
      figure.reach ? `${figure.reach[0]} ${figure.reach[1]} ${figure.yardstick ? '×' : figure.unit}` : '',
      figure.yardstick ? `${shown(yardstick, figure.unit)} ${figure.yardstick}` : '',
      figure.yardstick ? `${ratio(desk, yardstick).toFixed(2)} ×` : '',
      shown(first, figure.unit),
      verdict(figure, figure.yardstick ? ratio(desk, yardstick) : median(desk)),
    ])
  }
}

export const heads = ['figure', 'this version', 'reach', 'yardstick', 'ratio', 'first version', '']
export const missed = 'MISSED'

/** The median of each round's ratio. Both sides of a round run close together, so a busy machine slows both. */
const ratio = (ours: number[], theirs: number[]) => median(ours.map((value, n) => value / (theirs[n] ?? Number.NaN)))

function verdict({ reach }: Figure, value: number): string {
  if (!reach) return ''
  const [sign, limit] = reach
  return (sign === '≤' ? value <= limit : value >= limit) ? 'reached' : missed
}

function shown(values: number[], unit: Unit): string {
  const value = median(values)
  if (Number.isNaN(value)) return ''
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toFixed(digits)}${unit === '/s' ? '' : ' '}${unit}`
}
