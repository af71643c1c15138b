import { createHmac } from 'node:crypto'

export const maxAgents = 3_000
export const token = 'alo_token_of_the_ring_bench'
/** The key that signs the sessions' cookies. */
export const secret = 'the bench signs its cookies with this'
/** The generated customers of the desk. */
export const clientes = { count: 10_000, seed: 7 }

/** The agent's extension; agents are numbered from 0. */
export const ramalOf = (agent: number) => String(1_000 + agent)

/** The token of the agent's only session. */
export const sessionOf = (agent: number) => `bench-session-${agent}`.padEnd(32, '-')

/** The cookie that a browser would hold after signing in. */
export function cookieOf(agent: number): string {
  const session = sessionOf(agent)
  const signature = createHmac('sha256', secret).update(session).digest('base64')
  return `alo.session_token=${encodeURIComponent(`${session}.${signature}`)}`
}
