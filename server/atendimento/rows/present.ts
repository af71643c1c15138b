import { formatProtocolo } from '../rules.ts'
import type { Atendimento } from '../wire.ts'

/** A row of atendimento; instants are milliseconds when it came as JSON. */
export interface AtendimentoRow {
  id: number
  protocolo: string
  descricao: string
  estado: 'aberto' | 'fechado'
  versao: number
  criado_em: Date | number
  fechado_em: Date | number | null
}

const iso = (instant: Date | number) => new Date(instant).toISOString()

export function presentAtendimento(row: AtendimentoRow): Atendimento {
  return {
    id: row.id,
    protocolo: row.protocolo,
    protocolo_formatado: formatProtocolo(row.protocolo),
    descricao: row.descricao,
    estado: row.estado,
    versao: row.versao,
    criado_em: iso(row.criado_em),
    fechado_em: row.fechado_em === null ? null : iso(row.fechado_em),
  }
}
