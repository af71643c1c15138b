import type { ClienteResumoRow } from '../../cliente/rows/presentResumo.ts'
import { activeFirstSql, clienteResumoSql } from '../../cliente/rows/resumoSql.ts'
import { markLifetimeMs } from '../rules/window.ts'
import type { CalledUser, LigacaoFacts } from './facts.ts'
import { type KnownLigacaoJson, type MarkJson, readKnownLigacao, readMark } from './row.ts'

const maxCandidatos = 20

/** A token `t` that lives at the instant. */
export const livingTokenSql = (now: string) => `t.revogado_em IS NULL AND (t.expira_em IS NULL OR t.expira_em > ${now})`

/** A mark `m` that a notification at the instant may still use up. */
export const freshMarkSql = (now: string) => `m.criada_em > ${now} - interval '${markLifetimeMs} milliseconds'`

/** The customers that `found` (rows of id_cliente) names, active contracts first, as JSON. */
export const candidatosSql = (found: string) => `(SELECT coalesce(json_agg(x.resumo), '[]') FROM (
    SELECT ${clienteResumoSql} AS resumo
    FROM ${found} a CROSS JOIN LATERAL (SELECT * FROM cliente d WHERE d.id_cliente = a.id_cliente LIMIT 1) c
    ORDER BY ${activeFirstSql} LIMIT ${maxCandidatos}
  ) x)`

/** What the statements that read facts give for one call. */
export interface FactsRow {
  token_active: boolean
  usuarios: CalledUser[]
  ligacoes: KnownLigacaoJson[]
  marks: MarkJson[]
  clientes: ClienteResumoRow[]
  opened: boolean
}

export const readFactsRow = (row: FactsRow): LigacaoFacts => ({
  tokenActive: row.token_active,
  usuarios: row.usuarios,
  ligacoes: row.ligacoes.map(readKnownLigacao),
  marks: row.marks.map(readMark),
  clientes: row.clientes,
  opened: row.opened,
})
