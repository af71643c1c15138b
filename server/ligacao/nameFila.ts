import type { Who } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { invalid } from '../refusal.ts'
import { writeFila } from './rows/filas.ts'
import type { NomeFilaRequest } from './wire/filas.ts'

const most = 200

/**
 * Gives a queue a name, or takes it away, so that its code is shown; on record, unless nothing changes. Screens show it
 * within minutes. @throws Refusal invalid for too many names
 */
export async function nameFila({ database }: Desk, by: Who, asked: NomeFilaRequest): Promise<void> {
  if (!(await writeFila(database, by, asked, most)))
    throw invalid({ codigo: [`passa de ${most} filas com nome: tire uma antes`] })
}
