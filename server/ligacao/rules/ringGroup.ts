import { type CallIdentity, callerKeyOf } from './call.ts'

/** A ring, with what tells whether one caller rings several users at once. */
export interface Ring extends Pick<CallIdentity, 'telefone_chave'> {
  ligacaoId: string
  usuarioId: number
  /** Asterisk's id for channels that belong together, where the exchange sent it. */
  linkedid: string | null
  /** Its channel's own key, where the exchange sent one. */
  canal: string | null
  at: number
}

/** Rings of one telephone that are no further apart are of one caller who rings a group. docs/interface.md: Ring groups. */
const togetherMs = 5_000
/** Rings of one `linkedid` may be further apart: such an exchange may ring a group's members one after the other. */
export const linkedMs = 60_000

/** The names that a ring is kept under: rings that share a name may be of one group. */
export const namesOf = (ring: Pick<Ring, 'linkedid' | 'canal' | 'telefone_chave'>): string[] => [
  ...(ring.linkedid === null ? [] : [`l${ring.linkedid}`]),
  ...(callerKeyOf(ring) !== '' ? [`t${callerKeyOf(ring)}`] : ring.canal === null ? [] : [`c${ring.canal}`]),
]

/**
 * Whether two rings are one caller who rings several users: they have the same `linkedid` or, where not both have one,
 * the same telephone, or the same channel without a number, within five seconds. A channel rings all its telephones at
 * once: if it is told for another extension later, the call was put through. docs/interface.md: Ring groups.
 */
export function ringTogether(a: Ring, b: Ring): boolean {
  if (a.usuarioId === b.usuarioId) return false
  const apart = Math.abs(a.at - b.at)
  const isOneChannel = a.canal !== null && a.canal === b.canal
  if (a.linkedid !== null && b.linkedid !== null)
    return a.linkedid === b.linkedid && apart <= (isOneChannel ? togetherMs : linkedMs)
  const isOneCaller = callerKeyOf(a) === callerKeyOf(b) && (callerKeyOf(a) !== '' || isOneChannel)
  return isOneCaller && apart <= togetherMs
}
