import type { FastifyReply } from 'fastify'

const maxNames = 20

/** Names, percent-encoded, what was sent and is not in the specification. DESIGN: Errors. */
export function announceIgnored(reply: FastifyReply, sent: unknown, known: readonly string[]): void {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return
  const names = Object.keys(sent).filter((name) => !known.includes(name))
  if (names.length === 0) return
  reply.header('x-campos-ignorados', names.slice(0, maxNames).map(encode).join(', '))
}

/** A lone surrogate has no percent-encoding; it is shown as the replacement character. */
const encode = (name: string) => encodeURIComponent(name.toWellFormed().slice(0, 100).toWellFormed())
