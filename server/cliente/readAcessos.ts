import { readAuditoria } from '../auditoria/rows.ts'
import type { Acesso } from '../auditoria/wire.ts'
import type { Desk } from '../desk.ts'

const pageSize = 20

/**
 * Who opened this customer, showed the document or exported the customer, newest first, 20 at a time. An exported list
 * does not say whom it held: each counts, since it may have held this customer. docs/interface.md: Personal data.
 */
export async function readAcessos(
  { database }: Desk,
  idCliente: number,
  after: string | null,
): Promise<{ acessos: Acesso[]; apos: string | null }> {
  const alvos = [`cliente:${idCliente}`, 'clientes']
  const { registros, apos } = await readAuditoria(database, { alvos, after, size: pageSize })
  return { acessos: registros.map(({ id, quando, autor, acao }) => ({ id, quando, autor, acao })), apos }
}
