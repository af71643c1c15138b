import { recordAuditoria, type Who } from '../auditoria/rows/recordAuditoria.ts'
import { cutPage } from '../database/pages.ts'
import type { Desk } from '../desk.ts'
import { tellEnd } from '../http/wire.ts'
import { seesAll, type Viewer } from '../ligacao/rules/viewer.ts'
import { notFound, Refusal } from '../refusal.ts'
import { acaoHistorico, linhaDoTempo } from './rows/linhaDoTempo.ts'
import { linhaPage } from './rows/linhaPartes.ts'
import type { LinhaDoTempoQuery } from './wire.ts'

const hourMs = 3_600_000

/**
 * Calls, tickets and billing events of one customer, newest first, a page at a time. Agents see it only through a call
 * of theirs, without other people's words and without the billing. It is on record before it is shown: once for each
 * call, or once an hour when no call led here. docs/interface.md: Timeline.
 * @throws Refusal not_found, forbidden
 */
export async function readLinhaDoTempo(
  desk: Desk,
  { ip, ...viewer }: Viewer & Who,
  idCliente: number,
  { tipo, ...query }: LinhaDoTempoQuery,
) {
  const { usuarioId } = viewer
  const { ligacao = null, apos = null } = query
  const tudo = seesAll(viewer)
  if (tipo === 'faturamento' && !tudo)
    throw new Refusal('forbidden', 'Seu papel (atendente) não mostra o faturamento: peça a um supervisor')
  if (ligacao === null && !tudo) throw notFound('O cliente')
  const alvo = `cliente:${idCliente}`
  const now = desk.now().getTime()
  const found = await linhaDoTempo(desk.database, tipo ?? (tudo ? 'tudo' : 'sem_faturamento'), {
    ...{ id_cliente: idCliente, usuario_id: usuarioId, tudo, ligacao, alvo, apos },
    since: new Date(now - hourMs),
    until: new Date(now + hourMs),
  })
  if (!found) throw notFound('O cliente')
  if (found.unrecorded) {
    const entry = { usuarioId, ip, acao: acaoHistorico, alvo }
    await recordAuditoria(desk.database, { ...entry, ...(ligacao !== null && { detalhes: { ligacao } }) })
  }
  const { page, next } = cutPage(found.itens, linhaPage, ({ em, tipo: [letter], id }) => ({
    em: new Date(em),
    id: `${letter}${id}`,
  }))
  return { itens: page, apos: tellEnd(next) }
}
