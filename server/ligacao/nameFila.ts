import type { Who } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { invalid } from '../refusal.ts'
import { writeFila } from './rows/filas.ts'
import type { NomeFilaRequest } from './wire/filas.ts'

const most = 200

/**
 * Names a queue, or leaves it its code; on record, unless it is so already. Screens show it within minutes.
 * @throws Refusal invalid for too many
 */
export async function nameFila({ database }: Desk, by: Who, asked: NomeFilaRequest): Promise<void> {
  if (!(await writeFila(database, by, asked, most)))
    throw invalid({ codigo: [`passa de ${most} filas com nome: tire uma antes`] })
}
