import { recordExport } from '../auditoria/recordExport.ts'
import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import type { PageEnd } from '../database/pages.ts'
import type { Desk } from '../desk.ts'
import { tellEnd } from '../http/wire.ts'
import { type Viewer, whoseCalls } from '../ligacao/rules/viewer.ts'
import { dayAfter, dayStart, deskDay, periodOf } from '../protocolo/rules/period.ts'
import { type Column, spreadsheet } from '../spreadsheet.ts'
import { caidasOf } from './rows/caidas.ts'
import { countPerdidas, type PerdidasView, perdidasPage } from './rows/perdidas.ts'
import { undoneDays } from './rules.ts'
import type { Caida, Perdida, PerdidasFilter, PerdidasQuery, Situacao } from './wire.ts'

const pageSize = 50
const exportBatch = 200
/** Conversations in the list at most: more than anybody takes up again. */
const mostCaidas = 100

/** The first instant of the day that is `days` days before today, in the desk's calendar. */
const daysBack = ({ config: { timeZone }, now }: Desk, days: number) =>
  dayStart(dayAfter(deskDay(now(), timeZone), -days), timeZone)

const recent = (desk: Desk) => daysBack(desk, undoneDays - 1)

/** What the filters mean. @throws Refusal forbidden */
function viewOf(desk: Desk, viewer: Viewer, situacao: Situacao, { usuario, ...dates }: PerdidasFilter): PerdidasView {
  const { since, until } = periodOf(dates, desk.config.timeZone)
  const asked = { situacao, usuarioId: whoseCalls(viewer, usuario), since: since ?? new Date(0), until }
  if (since || until) return asked
  return {
    ...asked,
    ...(situacao === 'aberta' ? { since: recent(desk) } : { since: daysBack(desk, 0), reach: recent(desk) }),
  }
}

/**
 * Missed calls by caller, the newest first. Without a period in the filters, open ones are of the last seven days;
 * settled ones are today's calls, and those of the seven days that somebody settled today. `apos` is where the next
 * page begins, null on the last.
 * @throws Refusal forbidden
 */
export async function listPerdidas(
  desk: Desk,
  viewer: Viewer,
  { apos, situacao, ...filter }: PerdidasQuery,
): Promise<{ perdidas: Perdida[]; apos: string | null; consultado_em: string }> {
  const consultado_em = desk.now().toISOString()
  const view = viewOf(desk, viewer, situacao, filter)
  const { page, next } = await perdidasPage(desk.database, view, apos ?? null, pageSize)
  return { perdidas: page, apos: tellEnd(next), consultado_em }
}

/** Conversations that broke off in the last seven days and wait to be taken up again. @throws Refusal forbidden */
export async function listCaidas(
  desk: Desk,
  viewer: Viewer,
  usuario: number | undefined,
): Promise<{ caidas: Caida[]; consultado_em: string }> {
  const usuarioId = whoseCalls(viewer, usuario)
  const consultado_em = desk.now().toISOString()
  return { caidas: await caidasOf(desk.database, { usuarioId, since: recent(desk), size: mostCaidas }), consultado_em }
}

/** How many callers wait for a call back from this user, of the last seven days. */
export const countOwnPerdidas = (desk: Desk, usuarioId: number): Promise<number> =>
  countPerdidas(desk.database, { usuarioId, since: recent(desk), until: null })

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
  const views = {
    aberta: viewOf(desk, who, 'aberta', filter),
    resolvida: viewOf(desk, who, 'resolvida', filter),
  }
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
