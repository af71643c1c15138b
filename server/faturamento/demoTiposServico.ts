import type { Database } from '../database/open.ts'
import { createTipoServico, listTiposServico } from './rows/tiposServico.ts'
import type { NewTipoServico } from './wire/tipoServico.ts'

/** What an internet provider charges and returns besides the plan itself. */
export const demoTiposServico: readonly NewTipoServico[] = [
  { descricao: 'Mensalidade', display: 'Mensalidade' },
  { descricao: 'Visita técnica', display: 'Visita técnica' },
  { descricao: 'Taxa de instalação', display: 'Instalação' },
  { descricao: 'Mudança de endereço', display: 'Mudança de endereço' },
  { descricao: 'Desconto por indisponibilidade', display: 'Indisponibilidade' },
  { descricao: 'Multa por quebra de fidelidade', display: 'Multa de fidelidade' },
]

/** Adds the demo's service types where there is none yet. */
export async function seedTiposServico(database: Database): Promise<void> {
  if ((await listTiposServico(database)).length > 0) return
  for (const tipo of demoTiposServico) await createTipoServico(database, tipo)
}
