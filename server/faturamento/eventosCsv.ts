import type { EventoListado } from './wire/ledger.ts'
import { formatValor } from './wire/valor.ts'

type Column = [name: string, of: (evento: EventoListado, momento: (iso: string) => string) => string | number | null]

const columns: Column[] = [
  ['id_evento_faturamento', (e) => e.id_evento_faturamento],
  ['criado_em', (e, momento) => momento(e.criado_em)],
  ['codigo_cliente', (e) => e.cliente.codigo_cliente],
  ['nome_razaosocial', (e) => e.cliente.nome_razaosocial],
  ['id_cliente_servico', (e) => e.servico.id_cliente_servico],
  ['servico', (e) => e.servico.nome],
  ['tipo_servico', (e) => e.tipo_servico.display],
  ['tipo', (e) => e.tipo],
  ['descricao', (e) => e.descricao],
  ['valor', (e) => formatValor(e.valor_centavos).replace('.', ',')],
  ['parcela', (e) => e.parcela],
  ['total_parcelas', (e) => e.total_parcelas],
  ['proximo_faturamento', (e) => (e.proximo_faturamento ? 'sim' : 'nao')],
  ['mes', (e) => e.mes],
  ['ano', (e) => e.ano],
  ['autor', (e) => e.autor && `${e.autor.tipo}: ${e.autor.nome}`],
  ['lancamento', (e) => e.lancamento],
  ['estorno_de', (e) => e.estorno_de],
  ['motivo_estorno', (e) => e.motivo_estorno],
  ['estornado_por', (e) => e.estornado_por],
]

/**
 * The ledger as a spreadsheet in Portuguese opens it: `;` between the cells, a decimal comma, times of the desk's own
 * zone, and the mark at the beginning that says UTF-8.
 */
export async function* eventosCsv(batches: AsyncIterable<EventoListado[]>, timeZone: string): AsyncGenerator<string> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const momento = (iso: string) => format.format(new Date(iso))
  const line = (evento: EventoListado) => `${columns.map(([, of]) => cell(of(evento, momento))).join(';')}\r\n`
  yield `\uFEFF${columns.map(([name]) => name).join(';')}\r\n`
  for await (const eventos of batches) yield eventos.map(line).join('')
}

function cell(value: string | number | null): string {
  const text = typeof value === 'string' ? disarmed(value) : String(value ?? '')
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Words such as `=HYPERLINK(…)` would run as a formula in the spreadsheet that opens the file (OWASP, CSV injection). */
const disarmed = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
