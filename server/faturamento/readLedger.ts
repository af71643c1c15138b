import type { RecordAudit } from '../auditoria/rows.ts'
import { eventosCsv } from './eventosCsv.ts'
import type { LedgerReader } from './rows/ledger.ts'
import type { LedgerFilter } from './wire/ledger.ts'

const pageSize = 50

/** The ledger as supervisors read it. */
export function readLedger({
  ledger,
  record,
  timeZone,
}: {
  ledger: LedgerReader
  record: RecordAudit
  timeZone: string
}) {
  return {
    async page({ apos, ...filter }: LedgerFilter & { apos?: string | undefined }) {
      const [criadoEmMs, id] = apos?.split('-').map(Number) ?? []
      const after = criadoEmMs === undefined || id === undefined ? null : { criadoEmMs, id }
      const { eventos, next } = await ledger.page(filter, after, pageSize)
      return { eventos, apos: next && `${next.criadoEmMs}-${next.id}` }
    },
    totals: ledger.totals,
    autores: ledger.autores,
    /** The pieces of a CSV file. Who took it, and under which filters, is on record before the first. */
    async csv(filter: LedgerFilter, who: { usuarioId: number; ip: string }): Promise<AsyncGenerator<string>> {
      const detalhes = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
      await record({ ...who, acao: 'faturamento_exportado', alvo: 'faturamento', detalhes })
      return eventosCsv(ledger.all(filter), timeZone)
    },
  }
}

export type ReadLedger = ReturnType<typeof readLedger>
