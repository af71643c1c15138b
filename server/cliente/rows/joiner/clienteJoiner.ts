import type pg from 'pg'
import type { Relacao } from '../../wire/cliente.ts'
import { type Cliente, type CopiedRows, kinds, type Servico, type SharedKind } from './copiedRows.ts'
import type { JsonBuffer, ObjectShape } from './jsonBuffer.ts'
import type { ListPlan } from './plan.ts'

/** Interfaces, equipment, packages and groups as JSON by id. */
export class Shared {
  readonly #json = {
    interface: new Map<number, Buffer>(),
    equipamento: new Map<number, Buffer>(),
    pacote: new Map<number, Buffer>(),
    grupo: new Map<number, Buffer>(),
  }
  #hasAll = false

  json(kind: SharedKind, id: number): Buffer {
    const json = this.#json[kind].get(id)
    if (!json) throw new Error(`${kind} ${id} was not read`)
    return json
  }

  /**
   * Reads what these rows name and is not known yet; false if some of it is gone. A list reads all with its first batch,
   * since its batches name most of it in the end.
   */
  async learn(client: pg.ClientBase, { shared, snapshot }: ListPlan, copied: CopiedRows): Promise<boolean> {
    if (this.#hasAll) return true
    this.#hasAll = snapshot
    let gone = false
    for (const { kind, text } of shared) {
      const known = this.#json[kind]
      const ids = snapshot ? null : copied.named(kind).filter((id) => !known.has(id))
      if (ids?.length === 0) continue
      const { rows } = await client.query<[number, string]>({ text, values: [ids], rowMode: 'array' })
      for (const [id, json] of rows) known.set(id, Buffer.from(json))
      if (ids && rows.length < ids.length) gone = true
    }
    return !gone
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
  readonly #shapes: ListPlan['shapes']
  readonly #relacoes: { relacao: Relacao; lead: Buffer }[]

  constructor(rows: CopiedRows, plan: ListPlan, shared: Shared, json: JsonBuffer) {
    this.#json = json
    this.#rows = rows
    this.#shared = shared
    this.#shapes = plan.shapes
    this.#relacoes = plan.relacoes.map((relacao) => ({ relacao, lead: bytesOf(`,"${relacao}":`) }))
  }

  write({ row, servicos }: Cliente): void {
    this.#fields(this.#shapes.cliente, row)
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
    const refs = this.#rows.extraOf(servico.row).split(',')
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
        this.#list(servico.pacotes, (row) => this.#sharedOne('pacote', this.#rows.extraOf(row)))
        break
      case 'grupos':
        this.#list(servico.grupos, (row) => this.#sharedOne('grupo', this.#rows.extraOf(row)))
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
    const { bytes, end, place } = this.#rows
    return this.#json.object(shape, bytes, this.#rows.fieldsFrom(row), end[row] ?? 0, place[row])
  }
}
