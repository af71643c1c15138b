import { type AtendimentoRow, presentAtendimento } from '../../atendimento/rows/present.ts'
import { type ClienteResumoRow, presentClienteResumo } from '../../cliente/rows/presentResumo.ts'
import { formatTelefone } from '../../telefone/rules/format.ts'
import type { EstadoLigacao, Ligacao } from '../wire/ligacao.ts'

/** A call with all that its window shows. */
export interface LigacaoRow {
  id: string
  versao: number
  estado: EstadoLigacao
  ramal: string | null
  identificador_interno: string | null
  telefone: string | null
  ligacao_params: string | null
  id_cliente: number | null
  notificada_em: Date
  tocada_em: Date
  encerrada_em: Date | null
  /** The customer of the call, or those with its telephone. */
  clientes: ClienteResumoRow[]
  atendimento: AtendimentoRow | null
}

/** Row → wire. The one place where a call takes the shape that sockets and screens see. */
export function presentLigacao(row: LigacaoRow): Ligacao {
  const cliente = row.clientes.find((cliente) => cliente.id_cliente === row.id_cliente)
  return {
    id: row.id,
    versao: row.versao,
    estado: row.estado,
    ramal: row.ramal,
    identificador_interno: row.identificador_interno,
    telefone: row.telefone,
    telefone_formatado: formatTelefone(row.telefone),
    ligacao_params: row.ligacao_params === null ? null : JSON.parse(row.ligacao_params),
    cliente: cliente ? presentClienteResumo(cliente) : null,
    candidatos: cliente ? [] : row.clientes.map(presentClienteResumo),
    atendimento: row.atendimento && presentAtendimento(row.atendimento),
    notificada_em: row.notificada_em.toISOString(),
    tocada_em: row.tocada_em.toISOString(),
    encerrada_em: row.encerrada_em?.toISOString() ?? null,
  }
}
