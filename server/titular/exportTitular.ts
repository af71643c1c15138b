import { alvosOfCliente } from '../auditoria/rows/ofCliente.ts'
import { readAuditoria } from '../auditoria/rows/readAuditoria.ts'
import { recordAuditoria } from '../auditoria/rows/recordAuditoria.ts'
import { readClientesById } from '../cliente/rows/joiner/texts.ts'
import { isCnpj, isCpf, normalizeDocumento } from '../cliente/rules/documento.ts'
import type { Desk } from '../desk.ts'
import { maxRowId } from '../http/wire.ts'
import { rastrosOf } from '../rastro/rows/rastro.ts'
import { allOf, idsByDocumento, ofTitular } from './rows/titular.ts'

const entriesAtOnce = 1_000

/**
 * Everything that the desk holds of one person, named by `id_cliente`, CPF or CNPJ. A document may name several
 * customers: each comes as the export has it, with calls, tickets, reminders, billing events, what exchanges asked, and
 * the record. The export is put on record before it is returned. Null when nobody is found. docs/interface.md: Personal
 * data.
 */
export async function exportTitular(desk: Desk, named: string): Promise<object | null> {
  const { database, now } = desk
  const held = await readClientesById(database, await idsOf(desk, named))
  if (held.size === 0) return null
  for (const id of held.keys())
    await recordAuditoria(database, { acao: 'titular_exportado', alvo: `cliente:${id}`, detalhes: { por: 'comando' } })
  const titulares = []
  for (const [id, cliente] of held) {
    const of = await ofTitular(database, id)
    const all = await allOf(database, id, of)
    titulares.push({
      cliente,
      ...all,
      pedidos_da_central: await rastrosOf(database, of),
      acessos: await recordOf(desk, id, all),
    })
  }
  return { gerado_em: now().toISOString(), titulares }
}

async function idsOf({ database }: Desk, named: string): Promise<number[]> {
  if (isCpf(named) || isCnpj(named)) return idsByDocumento(database, normalizeDocumento(named))
  const id = Number(named)
  return /^\d{1,10}$/.test(named) && id <= maxRowId ? [id] : []
}

type All = Awaited<ReturnType<typeof allOf>>

/**
 * The record's entries about the customer, also those about their calls and tickets that no customer was linked to, and
 * those of exported lists, which may have held them.
 */
async function recordOf({ database }: Desk, id_cliente: number, { ligacoes, atendimentos }: All) {
  const of = await alvosOfCliente(database, { id_cliente })
  const alvos = [
    ...['clientes', ...(of?.alvos ?? [])],
    ...ligacoes.map(({ id }) => `ligacao:${id}`),
    ...atendimentos.map(({ id }) => `atendimento:${id}`),
  ]
  const entries = []
  for (let after: string | null = null, first = true; first || after; first = false) {
    const page = await readAuditoria(database, { ...of, alvos, after, size: entriesAtOnce })
    entries.push(...page.registros)
    after = page.apos
  }
  return entries
}
