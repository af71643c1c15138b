import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { JsonBuffer } from './jsonBuffer.ts'

/** What a row of a batch is; rows of one batch come in any order. */
export const kinds = {
  /** owner: id_cliente */
  cliente: 0,
  /** owner: id_cliente, place: id_cliente_servico, extra: ids of interfaces and equipment, comma-separated */
  servico: 1,
  /** owner of all that follow: id_cliente_servico; place: place in the list, extra: id_pacote */
  pacote: 2,
  /** place: place in the list, extra: id */
  grupo: 3,
  /** place: id of the password */
  senha: 4,
  /** One kind for each type of address: its fields, then its coordinates'. */
  endereco_cadastral: 5,
  endereco_instalacao: 6,
  endereco_fiscal: 7,
  endereco_cobranca: 8,
  porta_atendimento: 9,
  status_conexao: 10,
} as const

/** Rows that many services share. */
export type SharedKind = 'interface' | 'equipamento' | 'pacote' | 'grupo'

/** The kind of row whose `extra` names shared rows, and where their ids stand in it. */
const naming = {
  interface: { kind: kinds.servico, from: 0, to: 2 },
  equipamento: { kind: kinds.servico, from: 2, to: 4 },
  pacote: { kind: kinds.pacote, from: 0, to: 1 },
  grupo: { kind: kinds.grupo, from: 0, to: 1 },
} as const satisfies Record<SharedKind, object>

/** Placeholder in the text of a batch's COPY for the customers' ids, the text of an array. */
export const idsMark = '{ids}'
/** Placeholder there for the ids of the customers' services, where the plan reads them first. */
export const servicosMark = '{servicos}'

const [tab, lineFeed, backslash, minus, zero] = [0x09, 0x0a, 0x5c, 0x2d, 0x30]

/** The rows of a batch in COPY's text format: each row's kind, owner and place, and where its other columns stand. */
export class CopiedRows {
  readonly bytes: Buffer
  readonly length: number
  readonly kind: Uint8Array
  readonly owner: Int32Array
  readonly place: Int32Array
  /** Where the column `extra` begins. */
  readonly extra: Int32Array
  /** Where the row's line ends. */
  readonly end: Int32Array
  /** How many of the rows are customers. */
  clientes = 0

  /** Counts the rows by their line feeds, since none stands within a row. @throws when the last row is cut short */
  constructor(bytes: Buffer) {
    const ends: number[] = []
    for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) ends.push(at)
    if ((ends.at(-1) ?? -1) !== bytes.length - 1) throw new Error('a COPY ended within a row')
    this.bytes = bytes
    this.length = ends.length
    this.end = Int32Array.from(ends)
    this.kind = new Uint8Array(this.length)
    this.owner = new Int32Array(this.length)
    this.place = new Int32Array(this.length)
    this.extra = new Int32Array(this.length)
    for (let row = 0, at = 0; row < this.length; at = (ends[row++] ?? 0) + 1) this.#readRow(row, at)
  }

  #readRow(row: number, from: number): void {
    const { bytes } = this
    let at = from
    for (const column of [this.kind, this.owner, this.place]) {
      const negative = bytes[at] === minus
      if (negative) at++
      let number = 0
      // NULL is \N: no digits to read.
      if (bytes[at] === backslash) at += 2
      for (let byte = bytes[at] ?? tab; byte !== tab; byte = bytes[++at] ?? tab) number = number * 10 + byte - zero
      column[row] = negative ? -number : number
      at++
    }
    this.extra[row] = at
    if (this.kind[row] === kinds.cliente) this.clientes++
  }

  /** The customers of `ids` that have no row here. */
  missing(ids: Iterable<number>): number[] {
    const here = new Set<number>()
    for (let row = 0; row < this.length; row++) if (this.kind[row] === kinds.cliente) here.add(this.owner[row] ?? 0)
    return [...ids].filter((id) => !here.has(id))
  }

  /** The row's column `extra`. It holds only ids, so nothing in it is escaped. */
  extraOf(row: number): string {
    return this.bytes.toString('latin1', this.extra[row] ?? 0, this.fieldsFrom(row) - 1)
  }

  /** Where the row's own fields begin: behind `extra`. */
  fieldsFrom(row: number): number {
    let at = this.extra[row] ?? 0
    while (this.bytes[at] !== tab && this.bytes[at] !== lineFeed) at++
    return at + 1
  }

  /** The ids of the shared rows of that kind that these rows name, each once. */
  named(shared: SharedKind): number[] {
    const { kind, from, to } = naming[shared]
    const ids = new Set<number>()
    for (let row = 0; row < this.length; row++)
      if (this.kind[row] === kind) for (const id of this.extraOf(row).split(',').slice(from, to)) ids.add(Number(id))
    // It stands for none.
    ids.delete(0)
    return [...ids]
  }
}

/**
 * Runs a batch's COPY for these customers and returns its rows. `servicos` is the text of an array that replaces its
 * placeholder, and `into` holds the bytes of the rows until it is used again. The stream's own `rowCount` is not
 * reliable: the stream ends with CopyDone, and the count comes after that, perhaps with the socket's next piece.
 */
export async function copyRows(
  client: pg.ClientBase,
  batch: string,
  ids: number[] | Int32Array,
  servicos: string,
  into: JsonBuffer,
): Promise<CopiedRows> {
  const stream = client.query(copyTo(batch.replaceAll(idsMark, `{${ids.join()}}`).replaceAll(servicosMark, servicos)))
  // A lost connection emits its error twice, the second time when nobody else listens any more.
  stream.on('error', () => undefined)
  into.length = 0
  try {
    for await (const piece of stream) into.raw(piece)
  } finally {
    // Ends pg's timer for a silent database, which pg-copy-streams does for COPY FROM alone: else the timer holds the
    // whole reading until it runs out.
    if ('callback' in stream && typeof stream.callback === 'function') stream.callback()
  }
  return new CopiedRows(into.bytes.subarray(0, into.length))
}

/** A service, told by the numbers of its rows. */
export interface Servico {
  id: number
  row: number
  /** The rows of each relation that is a list; in `objects`, by kind, the row of each relation that is one object. */
  pacotes: number[]
  grupos: number[]
  senhas: number[]
  objects: number[]
}
/** A customer, told by the number of its row. */
export interface Cliente {
  row: number
  servicos: Servico[]
}

/** The customers of a batch by id, each with its services in any order. */
export function groupRows({ length, kind, owner, place }: CopiedRows): Map<number, Cliente> {
  const clientes = new Map<number, Cliente>()
  const servicos = new Map<number, Servico>()
  const [of, at] = [(row: number) => owner[row] ?? 0, (row: number) => place[row] ?? 0]
  for (let row = 0; row < length; row++) {
    if (kind[row] === kinds.cliente) clientes.set(of(row), { row, servicos: [] })
    else if (kind[row] === kinds.servico)
      servicos.set(at(row), { id: at(row), row, pacotes: [], grupos: [], senhas: [], objects: [] })
  }
  for (const servico of servicos.values()) clientes.get(of(servico.row))?.servicos.push(servico)
  for (let row = 0; row < length; row++) {
    const each = kind[row] ?? kinds.cliente
    if (each === kinds.cliente || each === kinds.servico) continue
    const servico = servicos.get(of(row))
    if (!servico) continue
    if (each === kinds.pacote) servico.pacotes.push(row)
    else if (each === kinds.grupo) servico.grupos.push(row)
    else if (each === kinds.senha) servico.senhas.push(row)
    else servico.objects[each] = row
  }
  return clientes
}
