import type { Desk } from '../desk.ts'
import { notFound } from '../refusal.ts'
import { type Changer, setTipoServicoAtivo } from './rows/tiposServico.ts'

/**
 * Disables a service type, or enables it again, and records who did. A type is never removed, since events point at it.
 * @throws Refusal not_found
 */
export async function toggleTipoServico({ database }: Desk, who: Changer, id: number, ativo: boolean): Promise<void> {
  if (!(await setTipoServicoAtivo(database, who, id, ativo))) throw notFound('O tipo de serviço')
}
