/** How long an answer is remembered for its `Idempotency-Key`. DESIGN: Billing event. */
export const idempotencyLifetimeMs = 24 * 60 * 60 * 1_000

export const maxIdempotencyKey = 255

/** One text for all JSON of the same meaning: a retry that merely orders its fields otherwise is the same request. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}
