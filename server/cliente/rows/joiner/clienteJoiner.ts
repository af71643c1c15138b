import type pg from 'pg'
import type { Relacao } from '../../wire/cliente.ts'
import { type Cliente, type CopiedRows, kinds, type Servico } from './copiedRows.ts'
import type { JsonBuffer, ObjectShape } from './jsonBuffer.ts'
import type { ListPlan, SharedKind } from './plan.ts'

/** A batch names an interface, equipment, package or group that was made after `Shared` was read. */
export class UnknownShared extends Error {}

/** Interfaces, equipment, packages and groups as JSON by id: read once per list, again when a batch names a new one. */
export class Shared {
  readonly #json = new Map<string, Map<number, Buffer>>()

  /** Throws UnknownShared when the id is not known yet: `reload`, and ask again. */
  json(kind: SharedKind, id: number): Buffer {
    const json = this.#json.get(kind)?.get(id)
    if (!json) throw new UnknownShared(`${kind} ${id}`)
    return json
  }

  async reload(client: pg.ClientBase, texts: ListPlan['shared']): Promise<void> {
    for (const [kind, text] of Object.entries(texts)) {
      const { rows } = await client.query<[number, string]>({ text, rowMode: 'array' })
      this.#json.set(kind, new Map(rows.map(([id, json]) => [id, Buffer.from(json)])))
    }
  }
}

const bytesOf = (text: string) => Buffer.from(text)
const [servicosLead, servicosTail, comma, brace] = [bytesOf(',"servicos":['), bytesOf(']}'), bytesOf(','), bytesOf('}')]
const [coordenadasLead, coordenadasTail] = [bytesOf(',"coordenadas":'), bytesOf('}}')]
const [none, open, close] = [bytesOf('null'), bytesOf('['), bytesOf(']')]

/** Writes customers of a batch as JSON, each object in the order of the fields in the spec's tables. */
export class ClienteJoiner {
  readonly #json: JsonBuffer
  readonly #rows: CopiedRows
  readonly #shared: Shared
  readonly #data_fechamento: boolean
  readonly #shapes: ListPlan['shapes']
  readonly #relacoes: { relacao: Relacao; lead: Buffer }[]

  constructor(rows: CopiedRows, plan: ListPlan, shared: Shared, json: JsonBuffer) {
    this.#json = json
    this.#rows = rows
    this.#shared = shared
    this.#data_fechamento = plan.data_fechamento
    this.#shapes = plan.shapes
    this.#relacoes = plan.relacoes.map((relacao) => ({ relacao, lead: bytesOf(`,"${relacao}":`) }))
  }

  /** Throws UnknownShared, with the customer half-written, when `Shared` is out of date. */
  write({ row, servicos }: Cliente): void {
    this.#fields(this.#shapes.cliente, row)
    if (this.#data_fechamento) {
      const day = this.#extra(row)
      this.#json.text(`,"data_fechamento":${day === '\\N' ? 'null' : `"${day}"`}`)
    }
    this.#json.raw(servicosLead)
    servicos.sort((one, other) => one.id - other.id)
    let first = true
    for (const servico of servicos) {
      if (!first) this.#json.raw(comma)
      first = false
      this.#servico(servico)
    }
    this.#json.raw(servicosTail)
  }

  #servico(servico: Servico): void {
    this.#fields(this.#shapes.servico, servico.row)
    const refs = this.#extra(servico.row).split(',')
    for (const { relacao, lead } of this.#relacoes) {
      this.#json.raw(lead)
      this.#relacao(servico, relacao, refs)
    }
    this.#json.raw(brace)
  }

  #relacao(servico: Servico, relacao: Relacao, refs: string[]): void {
    switch (relacao) {
      case 'interface':
        this.#sharedOne('interface', refs[0])
        break
      case 'interface_roteamento':
        this.#sharedOne('interface', refs[1])
        break
      case 'equipamento_conexao':
        this.#sharedOne('equipamento', refs[2])
        break
      case 'equipamento_roteamento':
        this.#sharedOne('equipamento', refs[3])
        break
      case 'pacotes':
        this.#list(servico.pacotes, (row) => this.#sharedOne('pacote', this.#extra(row)))
        break
      case 'grupos':
        this.#list(servico.grupos, (row) => this.#sharedOne('grupo', this.#extra(row)))
        break
      case 'senhas':
        this.#list(servico.senhas, (row) => this.#object(this.#shapes.senha, row))
        break
      default:
        this.#one(relacao, servico.objects[kinds[relacao]])
    }
  }

  #one(relacao: Exclude<keyof typeof kinds, 'cliente' | 'servico'>, row: number | undefined): void {
    if (row === undefined) this.#json.raw(none)
    else if (relacao === 'porta_atendimento') this.#object(this.#shapes.porta_atendimento, row)
    else if (relacao === 'status_conexao') this.#object(this.#shapes.status_conexao, row)
    else this.#endereco(row)
  }

  #endereco(row: number): void {
    const { bytes, end } = this.#rows
    const coordenadas = this.#fields(this.#shapes.endereco, row)
    this.#json.raw(coordenadasLead)
    this.#json.object(this.#shapes.coordenadas, bytes, coordenadas, end[row] ?? 0)
    this.#json.raw(coordenadasTail)
  }

  #list(rows: number[], write: (row: number) => void): void {
    const { place } = this.#rows
    if (rows.length > 1) rows.sort((one, other) => (place[one] ?? 0) - (place[other] ?? 0))
    this.#json.raw(open)
    let first = true
    for (const row of rows) {
      if (!first) this.#json.raw(comma)
      first = false
      write(row)
    }
    this.#json.raw(close)
  }

  /** The id `0` stands for none. */
  #sharedOne(kind: SharedKind, id: string | undefined): void {
    this.#json.raw(id === '0' ? none : this.#shared.json(kind, Number(id)))
  }

  #object(shape: ObjectShape, row: number): void {
    this.#fields(shape, row)
    this.#json.raw(brace)
  }

  /** Writes the row's own fields. Returns where the column after them begins. */
  #fields(shape: ObjectShape, row: number): number {
    const { bytes, extra, end, place } = this.#rows
    return this.#json.object(shape, bytes, afterColumn(bytes, extra[row] ?? 0), end[row] ?? 0, place[row])
  }

  #extra(row: number): string {
    const { bytes, extra } = this.#rows
    const from = extra[row] ?? 0
    return bytes.toString('latin1', from, afterColumn(bytes, from) - 1)
  }
}

/** Where the next column begins. `extra` holds only ids and days, so nothing in it is escaped. */
function afterColumn(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] !== 0x09 && bytes[at] !== 0x0a) at++
  return at + 1
}
