import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { invalid, Refusal } from '../refusal.ts'
import { listFilas, writeFila } from './rows/filas.ts'
import type { NomeFilaRequest } from './wire/filas.ts'

const most = 200

/**
 * Gives a queue a name, or takes it away, so that its code is shown; on record, unless nothing changes. Screens show it
 * within minutes. @throws Refusal invalid for too many names; conflict when the queue has another name than was read
 */
export async function nameFila({ database }: Desk, by: Who, asked: NomeFilaRequest): Promise<void> {
  const wrong = await writeFila(database, by, asked, most)
  if (wrong === 'many') throw invalid({ codigo: [`passa de ${most} filas com nome: tire uma antes`] })
  if (wrong) {
    const how = asked.nome === null ? 'confira antes de tirar' : 'salve de novo para pôr o seu'
    const campos = { nome: [`agora é “${wrong.agora}”: ${how}`] }
    throw new Refusal('conflict', 'Esta fila já tem outro nome', campos, { filas: await listFilas(database) })
  }
}
