import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { invalid, notFound, overtakenBy } from '../refusal.ts'
import { changeOpcao, createOpcao } from './rows/opcoes.ts'
import type { ChangeOpcao, NewOpcao } from './wire/opcoes.ts'

const taken = { descricao: ['já está na lista'] }

/** Adds an option to one of the lists; who did is on record. @throws Refusal invalid when the list has it */
export async function addOpcao({ database }: Desk, who: Who, opcao: NewOpcao): Promise<void> {
  if (await createOpcao(database, who, opcao)) throw invalid(taken)
}

/**
 * Renames an option, or takes it out of use and back; it is never removed, since tickets point at it. On record.
 * @throws Refusal not_found; invalid when the list has the name; conflict when somebody else has renamed it since it was
 * read
 */
export async function saveOpcao({ database }: Desk, who: Who, id: number, change: ChangeOpcao): Promise<void> {
  const outcome = await changeOpcao(database, who, id, change)
  if (outcome === 'unknown') throw notFound('A opção')
  if (outcome === 'taken') throw invalid(taken)
  if (outcome) throw overtakenBy({ descricao: outcome.agora })
}
