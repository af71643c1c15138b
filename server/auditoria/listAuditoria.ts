import type { Desk } from '../desk.ts'
import { periodOf } from '../protocolo/rules/period.ts'
import { type Column, spreadsheet } from '../spreadsheet.ts'
import { recordExport } from './recordExport.ts'
import { namesOf } from './rows/namesOf.ts'
import { alvosOfCliente } from './rows/ofCliente.ts'
import { readAuditoria } from './rows/readAuditoria.ts'
import type { Who } from './rows/recordAuditoria.ts'
import type { AuditoriaFilter, RegistroAuditoria, RegistroNomeado } from './wire.ts'

const pageSize = 100
const exportBatch = 500

interface Page {
  registros: RegistroNomeado[]
  apos: string | null
}

/** A page of the record as it is filtered, with names, newest first. */
export const listAuditoria = (desk: Desk, filter: AuditoriaFilter, after: string | null): Promise<Page> =>
  read(desk, filter, after, pageSize)

/** The filtered record as chunks of a spreadsheet. Who exports it, and its filters, are on record before the first. */
export async function exportAuditoria(desk: Desk, who: Who, filter: AuditoriaFilter): Promise<AsyncGenerator<string>> {
  await recordExport(desk, who, 'auditoria_exportada', undefined, filter)
  return spreadsheet(columns, desk.config.timeZone, async (after: string | null) => {
    const { registros, apos } = await read(desk, filter, after, exportBatch)
    return { page: registros, next: apos }
  })
}

const columns: Column<RegistroNomeado>[] = [
  ['id', ({ id }) => id],
  ['quando', ({ quando }, momento) => momento(quando)],
  ['quem', ({ autor }) => autor && `${autor.tipo}: ${autor.nome}`],
  ['ip', ({ ip }) => ip],
  ['acao', ({ acao }) => acao],
  ['alvo', ({ alvo }) => alvo],
  ['sobre', ({ sobre }) => sobre?.nome ?? null],
  ['detalhes', ({ detalhes, nomes }) => detalhes && JSON.stringify({ ...detalhes, ...nomes })],
]

async function read(
  { database, config }: Desk,
  { acao, usuario, cliente, ...days }: AuditoriaFilter,
  after: string | null,
  size: number,
): Promise<Page> {
  const of = cliente === undefined ? {} : await alvosOfCliente(database, { codigo_cliente: cliente })
  if (of === null) return { registros: [], apos: null }
  const period = periodOf(days, config.timeZone)
  const { registros, apos } = await readAuditoria(database, { acao, usuario, period, ...of, after, size })
  const names = await namesOf(
    database,
    registros.flatMap((registro) => [...(registro.alvo ? [registro.alvo] : []), ...inDetalhes(registro).values()]),
  )
  return {
    registros: registros.map((registro) => ({
      ...registro,
      sobre: names.get(registro.alvo ?? '') ?? null,
      nomes: Object.fromEntries(
        [...inDetalhes(registro)].flatMap(([name, alvo]) => {
          const known = names.get(alvo)
          return known ? [[name, known.nome]] : []
        }),
      ),
    })),
    apos,
  }
}

/** The kind of thing that an id in an entry's details refers to; null where the detail names it, as `alvo` does. */
const kinds: Partial<Record<string, Record<string, string | null>>> = {
  atendimento_passado: { de: 'usuario', para: 'usuario' },
  atendimento_cliente_alterado: { de: 'cliente', para: 'cliente' },
  cliente_escolhido: { cliente: 'cliente' },
  contexto_mostrado: { ligacao: 'ligacao' },
  historico_aberto: { ligacao: 'ligacao' },
  auditoria_exportada: { usuario: 'usuario' },
  ligacoes_exportadas: { usuario: 'usuario' },
  perdidas_exportadas: { usuario: 'usuario' },
  atendimentos_exportados: {
    ...{ usuario: 'usuario', autor: 'usuario' },
    ...{ id_motivo: 'opcao_atendimento', id_desfecho: 'opcao_atendimento' },
  },
  faturamento_exportado: { cliente: 'cliente', autor: null },
}

/** The details that are ids, by their name, each written like an `alvo`: `cliente:17`. */
function inDetalhes({ acao, detalhes }: RegistroAuditoria): Map<string, string> {
  const known = Object.entries(kinds[acao] ?? {})
  return new Map(
    known.flatMap(([name, kind]) => {
      const id = detalhes?.[name]
      return typeof id === 'number' || typeof id === 'string'
        ? [[name, kind === null ? `${id}` : `${kind}:${id}`] as const]
        : []
    }),
  )
}
