import type { RecordAudit } from '../../auditoria/rows/record.ts'
import type { ClientePagina } from '../../ligacao/wire/history.ts'
import { notFound } from '../../refusal.ts'
import type { historicoReader } from '../rows/browse/historico.ts'
import type { clientePaginaReader } from '../rows/browse/pagina.ts'

interface Deps {
  readCliente: ReturnType<typeof clientePaginaReader>
  readHistorico: ReturnType<typeof historicoReader>
  record: RecordAudit
}

/** One customer whole. Who opened whom is on record before anything is shown. DESIGN: Personal data. */
export function openCliente({ readCliente, readHistorico, record }: Deps) {
  return async (who: { usuarioId: number; ip: string }, idCliente: number): Promise<ClientePagina> => {
    const cliente = await readCliente(idCliente)
    if (!cliente) throw notFound('O cliente')
    await record({ ...who, acao: 'cliente_aberto', alvo: `cliente:${idCliente}` })
    return { ...cliente, ...(await readHistorico(idCliente)) }
  }
}

export type OpenCliente = ReturnType<typeof openCliente>
