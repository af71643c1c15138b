import { type CallIdentity, callerKeyOf } from './call.ts'

/** A ring, as far as it may be one of several that one caller made at once. */
export interface Ring extends Pick<CallIdentity, 'telefone_chave'> {
  ligacaoId: string
  usuarioId: number
  /** Asterisk's name for what belongs together, where the exchange sent it. */
  linkedid: string | null
  at: number
}

/** Rings of one telephone that are no further apart are of one caller who rings a group. docs/interface.md: Ring groups. */
const togetherMs = 5_000
/** An exchange that names what belongs together may ring a group's members one after the other. */
export const linkedMs = 60_000

/** What a ring is looked up by: under each name stand those that may be of its group. */
export const namesOf = (ring: Pick<Ring, 'linkedid' | 'telefone_chave'>): string[] => [
  ...(ring.linkedid === null ? [] : [`l${ring.linkedid}`]),
  ...(callerKeyOf(ring) === '' ? [] : [`t${callerKeyOf(ring)}`]),
]

/**
 * Whether two rings are one caller who rings several users: of one `linkedid`; else, where not both have one, of one
 * telephone within five seconds.
 */
export function ringTogether(a: Ring, b: Ring): boolean {
  if (a.usuarioId === b.usuarioId) return false
  const apart = Math.abs(a.at - b.at)
  if (a.linkedid !== null && b.linkedid !== null) return a.linkedid === b.linkedid && apart <= linkedMs
  return callerKeyOf(a) !== '' && callerKeyOf(a) === callerKeyOf(b) && apart <= togetherMs
}
