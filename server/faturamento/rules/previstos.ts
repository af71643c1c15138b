/** This long after its registration an event of "the next billing" counts as billed. docs/interface.md: Context. */
export const nextBillingMs = 31 * 86_400_000

/** Months since the year 0: one number that orders months. `dia` is `YYYY-MM-DD`. */
export const monthNumber = (dia: string) => Number(dia.slice(0, 4)) * 12 + Number(dia.slice(5, 7)) - 1
