import { median } from './quantile.ts'

type Unit = 'ms' | 's' | '/s' | 'MB' | 'KiB' | 'kB' | 'fps' | 'calls'

/** Something measured, and what it must reach: by itself or, where it has a yardstick, as a ratio to that. */
export interface Figure {
  name: string
  unit: Unit
  reach?: ['≤' | '≥', number] | undefined
  yardstick?: string
}

/** Who was measured: this tree, the first version, or what both are held against. */
export type Side = 'desk' | 'first' | 'yardstick'

/** What one bench found: values of rounds that the sides took in turn. */
export class Sheet {
  readonly title: string
  /** Why it could not be measured to its end. */
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

/** Of one round each: what slows the machine slows both. */
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
