import { recordWithin } from '../auditoria/recordWithin.ts'
import type { Desk } from '../desk.ts'

/** Who calls is one person, and slips are few: more customers than these are looked through, not chosen. */
const mostOfCall = 10

/**
 * An agent says who calls, by the call (`ligacao:…`) or by its ticket: on record before it is done, for whoever may choose
 * may read. docs/interface.md: Personal data. @throws Refusal too_many, and then it must not be done
 */
export const recordChoice = (
  desk: Desk,
  who: { usuarioId: number; ip: string },
  alvo: string,
  idCliente: number,
): Promise<void> =>
  recordWithin(
    desk,
    { ...who, acao: 'cliente_escolhido', alvo, detalhes: { cliente: idCliente } },
    desk.config.choicesPerHour,
    mostOfCall,
  )
