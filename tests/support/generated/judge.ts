import { type Answer, type Asker, planted } from './ask.ts'
import type { Generated } from './requests.ts'
import { jsonOf } from './values.ts'

/** Internals (stack traces, packages, SQL, error classes) that must not appear in any answer. */
export const leaks = [
  /\n\s+at .+:\d+:\d+/,
  /node_modules|\.ts:\d+|dist\/[\w-]+\.js/,
  /prisma|kysely|postgres|pglite|better-auth|fastify|socket\.io/i,
  /\b(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b .*\b(FROM|VALUES|SET|WHERE)\b/,
  /syntax error at|invalid input syntax|violates|out of range for type|relation "|column "/,
  /(Type|Range|Syntax|Reference)Error|ECONN|ENOENT|Cannot read propert/,
]
const refusals = [400, 401, 403, 404, 405, 409, 413, 415, 422]

/** Returns what is wrong with an answer; null when nothing is. */
export function judge(
  { secrets }: Asker,
  { method, url }: Generated,
  { status, headers, text }: Answer,
): string | null {
  const shown = text.slice(0, 2_000)
  if (status === 429) return 'a limit of requests hides the routes from this test'
  if (![200, 304, ...refusals].includes(status)) return `it is answered ${status}: ${shown}`
  if (status >= 400 && method !== 'HEAD' && !isRefusal(text)) return `${status} in another shape: ${shown}`
  const whole = text + jsonOf({ ...headers, 'set-cookie': undefined })
  for (const pattern of leaks)
    if (!url.startsWith('/api/docs') && pattern.test(whole)) return `${pattern} leaks: ${shown}`
  if (secrets.some((secret) => whole.includes(secret))) return `a secret leaks: ${shown}`
  if (text.includes(planted) && !url.startsWith('/api/v1/integracao/cliente'))
    return `a customer’s password leaks: ${shown}`
  return null
}

function isRefusal(text: string): boolean {
  try {
    const { status, msg, errors, campos, id_requisicao } = JSON.parse(text)
    return (
      status === 'error' &&
      [msg, id_requisicao].every((each) => typeof each === 'string') &&
      Array.isArray(errors) &&
      typeof campos === 'object'
    )
  } catch {
    return false
  }
}
