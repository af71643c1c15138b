import { sql } from 'kysely'
import { truth } from '../../database/statement.ts'
import { tellsCaller } from '../../ligacao/rows/ligacao.ts'
import { returnWithinMs, type Situacao } from '../rules.ts'

// What rules.ts says of a missed call, as conditions on a row of `ligacao` under an alias.

/** Missed, in the words of the index of those that nobody settled: rules.ts says the same. */
export const missed = (l: string) =>
  truth`${sql.ref(`${l}.estado`)} in ('cancelada', 'perdida', 'expirada') and ${sql.ref(`${l}.atendida_em`)} is null`

const rangAgainWithin = sql.lit(`${returnWithinMs} milliseconds`)

/** The same caller rings again, whomever, soon after the conversation ended. */
export const rangAgain = (l: string) => truth`${tellsCaller(l)} and exists (select from ligacao r
  where r.telefone_chave = ${sql.ref(`${l}.telefone_chave`)} and r.notificada_em > ${sql.ref(`${l}.caida_em`)}
    and r.notificada_em <= ${sql.ref(`${l}.caida_em`)} + ${rangAgainWithin}::interval)`

/** Its conversation broke off: by the exchange's cause, as the agent says, or because the caller rings again. */
export const brokeOff = (l: string) =>
  truth`${sql.ref(`${l}.caida_em`)} is not null and ${sql.ref(`${l}.estado`)} <> 'aberta'
    and (${sql.ref(`${l}.caiu`)} or ${rangAgain(l)})`

/** When the same caller was attended first after the call began to ring; of a number that tells nobody it means nothing. */
export const firstAttended = (l: string) => sql<Date | null>`(select min(a.atendida_em) from ligacao a
  where a.telefone_chave = ${sql.ref(`${l}.telefone_chave`)} and a.atendida_em >= ${sql.ref(`${l}.notificada_em`)})`

/**
 * The same caller was attended after the call began to ring. Asked call by call, as `isNewest` is: EXISTS would be joined,
 * and with a long period everything read for one page.
 */
const attendedAfter = (l: string) => truth`${tellsCaller(l)} and ${firstAttended(l)} is not null`

/** Nobody said that it is settled, and nobody noted that its caller was attended: in the words of the index, too. */
export const unsettled = (l: string) =>
  truth`${sql.ref(`${l}.tratada_em`)} is null
    and coalesce(${sql.ref(`${l}.atendida_depois_em`)}, '-infinity') < ${sql.ref(`${l}.notificada_em`)}`

export const standsAs = (situacao: Situacao, l: string) =>
  situacao === 'aberta'
    ? truth`${unsettled(l)} and not ${attendedAfter(l)}`
    : truth`not ${unsettled(l)} or ${attendedAfter(l)}`
