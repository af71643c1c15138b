/** The value below which that share of the sample lies (nearest rank); NaN for an empty sample. */
export function quantile(sample: readonly number[], share: number): number {
  const sorted = sample.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export const median = (sample: readonly number[]) => quantile(sample, 0.5)
