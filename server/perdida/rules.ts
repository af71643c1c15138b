import { type CallIdentity, callerKeyOf } from '../ligacao/rules/call.ts'

/** A conversation that broke off is to be taken up again within 180 seconds. docs/interface.md: Missed calls. */
export const returnWithinMs = 180_000

/** Without a period, the list shows the open calls of this many days, today included. */
export const undoneDays = 7

/** Who calls: the telephone in whatever spelling. Whoever hides it is another caller each time. */
export const callerOf = (call: Pick<CallIdentity, 'telefone_chave'> & { id: string }) => callerKeyOf(call) || call.id
