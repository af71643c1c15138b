import type { Database } from '../../database/open.ts'
import type { AutorOpcao, EventoListado, LedgerFilter, TotaisFaturamento } from '../wire/ledger.ts'
import { type LedgerCursor, ledgerConditions, ledgerPageSql, ledgerTotalsSql } from './ledgerSql.ts'
import { type LedgerRow, presentEvento } from './presentEvento.ts'

const exportBatch = 500

// Each author is one look at an index, however many events there are.
const autoresSql = `
SELECT 'usuario:' || u.id AS autor, u.nome FROM usuario u WHERE EXISTS (SELECT FROM evento_faturamento WHERE usuario_id = u.id)
UNION ALL
SELECT 'token:' || k.id, k.nome FROM token k WHERE EXISTS (SELECT FROM evento_faturamento WHERE token_id = k.id)
ORDER BY 2, 1`

/** The billing events, newest first. `timeZone` is the desk's: a period's days are its days. */
export function ledgerReader({ pool }: Database, timeZone: string) {
  async function page(filter: LedgerFilter, after: LedgerCursor | null, size: number) {
    const conditions = ledgerConditions(filter, timeZone, after)
    const { rows } = await pool.query<LedgerRow>(ledgerPageSql(conditions, size + 1), conditions.values)
    const shown = rows.slice(0, size)
    const last = rows.length > size ? shown.at(-1) : undefined
    const next = last ? { criadoEmMs: last.criado_em.getTime(), id: last.id_evento_faturamento } : null
    return { eventos: shown.map(presentEvento), next }
  }

  return {
    page,

    async totals(filter: LedgerFilter): Promise<TotaisFaturamento> {
      const conditions = ledgerConditions(filter, timeZone, null)
      const { rows } = await pool.query<Omit<TotaisFaturamento, 'saldo_centavos'>>(
        ledgerTotalsSql(conditions),
        conditions.values,
      )
      const [sums] = rows
      if (!sums) throw new Error('sums are always one row')
      return { ...sums, saldo_centavos: sums.acrescimo_centavos - sums.desconto_centavos }
    },

    async autores(): Promise<AutorOpcao[]> {
      const { rows } = await pool.query<AutorOpcao>(autoresSql)
      return rows
    },

    /** All that the filter finds, in batches. What is registered meanwhile is newer than the first and not in it. */
    async *all(filter: LedgerFilter): AsyncGenerator<EventoListado[]> {
      let after: LedgerCursor | null = null
      do {
        const { eventos, next }: Awaited<ReturnType<typeof page>> = await page(filter, after, exportBatch)
        yield eventos
        after = next
      } while (after)
    },
  }
}

export type LedgerReader = ReturnType<typeof ledgerReader>
