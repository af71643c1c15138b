import { recordExport } from '../auditoria/recordExport.ts'
import type { Who } from '../auditoria/rows.ts'
import type { PageEnd } from '../database/pages.ts'
import type { Desk } from '../desk.ts'
import type { Viewer } from '../ligacao/rules/viewer.ts'
import { type Column, spreadsheet } from '../spreadsheet.ts'
import { perdidasViewOf } from './readPerdidas.ts'
import { perdidasPage } from './rows/perdidas.ts'
import type { Perdida, PerdidasFilter, Situacao } from './wire.ts'

const exportBatch = 200

interface Line extends Perdida {
  situacao: Situacao
}
interface Reached {
  situacao: Situacao
  after: PageEnd<string> | null
}

/**
 * The callers that the page shows, as chunks of a spreadsheet, open ones before settled ones. Who exports them, and the
 * filters, are on record before any. @throws Refusal forbidden
 */
export async function exportPerdidas(
  desk: Desk,
  who: Viewer & Who,
  filter: PerdidasFilter,
): Promise<AsyncGenerator<string>> {
  const viewOf = (situacao: Situacao) => perdidasViewOf(desk, who, situacao, filter)
  const views = { aberta: viewOf('aberta'), resolvida: viewOf('resolvida') }
  await recordExport(desk, who, 'perdidas_exportadas', 'clientes', filter)
  return spreadsheet(columns, desk.config.timeZone, async (reached: Reached | null) => {
    const { situacao, after } = reached ?? { situacao: 'aberta', after: null }
    const { page, next } = await perdidasPage(desk.database, views[situacao], after, exportBatch)
    const settled: Reached | null = situacao === 'aberta' ? { situacao: 'resolvida', after: null } : null
    return {
      page: page.map((each): Line => ({ ...each, situacao })),
      next: next ? { situacao, after: next } : settled,
    }
  })
}

const columns: Column<Line>[] = [
  ['situacao', (p) => p.situacao],
  ['telefone', (p) => p.telefone_formatado],
  ['id_cliente', (p) => p.cliente?.id_cliente ?? null],
  ['nome_razaosocial', (p) => p.cliente?.nome_razaosocial ?? null],
  ['chamadas', (p) => p.total],
  ['nao_vistas', (p) => p.nao_vistas],
  ['primeira_em', (p, momento) => momento(p.primeira_em)],
  ['ultima_em', (p, momento) => momento(p.ultima_em)],
  ['atendentes', (p) => p.usuarios.map(({ nome }) => nome).join(', ')],
  ['assumida_por', (p) => p.assumida?.usuario.nome ?? null],
  ['assumida_em', (p, momento) => p.assumida && momento(p.assumida.em)],
  ['tratada_por', (p) => p.tratada?.usuario.nome ?? null],
  ['tratada_em', (p, momento) => p.tratada && momento(p.tratada.em)],
  ['atendida_por', (p) => p.atendida?.usuario.nome ?? null],
  ['atendida_em', (p, momento) => p.atendida && momento(p.atendida.em)],
]
