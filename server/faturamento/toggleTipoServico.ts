import type { Desk } from '../desk.ts'
import { notFound } from '../refusal.ts'
import { type Changer, createTipoServico, setTipoServicoAtivo } from './rows/tiposServico.ts'
import type { NewTipoServico, TipoServicoGerido } from './wire/tipoServico.ts'

/** Adds a service type and records who added it. */
export const addTipoServico = ({ database }: Desk, who: Changer, tipo: NewTipoServico): Promise<TipoServicoGerido> =>
  createTipoServico(database, who, tipo)

/**
 * Disables a service type, or enables it again, and records who did. A type is never removed, since events point at it.
 * @throws Refusal not_found
 */
export async function toggleTipoServico({ database }: Desk, who: Changer, id: number, ativo: boolean): Promise<void> {
  if (!(await setTipoServicoAtivo(database, who, id, ativo))) throw notFound('O tipo de serviço')
}
