import type { ListQuery } from '../../rules/listQuery.ts'
import type { Relacao } from '../../wire/cliente.ts'
import { kinds } from './batchSql.ts'
import type { CopiedRows } from './copiedRows.ts'
import { fields, servicoFields } from './fields.ts'
import type { Cliente, Servico } from './groupRows.ts'
import { type JsonBuffer, type ObjectShape, shapeOf } from './jsonBuffer.ts'
import type { Shared, SharedKind } from './shared.ts'

const shapes = Object.fromEntries(Object.entries(fields).map(([name, list]) => [name, shapeOf(list)])) as Record<
  keyof typeof fields,
  ObjectShape
>
const servicoWithoutSenha = shapeOf(servicoFields(false))

const bytesOf = (text: string) => Buffer.from(text)
const [servicosLead, servicosTail, comma, brace] = [bytesOf(',"servicos":['), bytesOf(']}'), bytesOf(','), bytesOf('}')]
const [coordenadasLead, coordenadasTail] = [bytesOf(',"coordenadas":'), bytesOf('}}')]
const [none, open, close] = [bytesOf('null'), bytesOf('['), bytesOf(']')]

/** Writes customers of a batch as JSON, each object in the order of the fields in the spec's tables. */
export class ClienteWriter {
  readonly #json: JsonBuffer
  readonly #rows: CopiedRows
  readonly #shared: Shared
  readonly #data_fechamento: boolean
  readonly #servicoShape: ObjectShape
  readonly #relacoes: { relacao: Relacao; lead: Buffer }[]

  constructor(rows: CopiedRows, query: ListQuery, shared: Shared, json: JsonBuffer) {
    this.#json = json
    this.#rows = rows
    this.#shared = shared
    this.#data_fechamento = query.data_fechamento
    this.#servicoShape = query.senha ? shapes.servico : servicoWithoutSenha
    this.#relacoes = query.relacoes.map((relacao) => ({ relacao, lead: bytesOf(`,"${relacao}":`) }))
  }

  /** Throws UnknownShared, with the customer half-written, when what is shared is out of date. */
  write({ row, servicos }: Cliente): void {
    this.#fields(shapes.cliente, row)
    if (this.#data_fechamento) {
      const day = this.#extra(row)
      this.#json.text(`,"data_fechamento":${day === '\\N' ? 'null' : `"${day}"`}`)
    }
    this.#json.raw(servicosLead)
    servicos.sort((one, other) => one.id - other.id)
    for (let index = 0; index < servicos.length; index++) {
      if (index > 0) this.#json.raw(comma)
      this.#servico(servicos[index] as Servico)
    }
    this.#json.raw(servicosTail)
  }

  #servico(servico: Servico): void {
    this.#fields(this.#servicoShape, servico.row)
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
        this.#list(servico.senhas, (row) => this.#object(shapes.senha, row))
        break
      default:
        this.#one(relacao, servico.objects[kinds[relacao]])
    }
  }

  #one(relacao: Exclude<keyof typeof kinds, 'cliente' | 'servico'>, row: number | undefined): void {
    if (row === undefined) this.#json.raw(none)
    else if (relacao === 'porta_atendimento') this.#object(shapes.porta_atendimento, row)
    else if (relacao === 'status_conexao') this.#object(shapes.status_conexao, row)
    else this.#endereco(row)
  }

  #endereco(row: number): void {
    const { bytes, end } = this.#rows
    const coordenadas = this.#fields(shapes.endereco, row)
    this.#json.raw(coordenadasLead)
    this.#json.object(shapes.coordenadas, bytes, coordenadas, end[row] as number)
    this.#json.raw(coordenadasTail)
  }

  #list(rows: number[], write: (row: number) => void): void {
    const { place } = this.#rows
    if (rows.length > 1) rows.sort((one, other) => (place[one] as number) - (place[other] as number))
    this.#json.raw(open)
    for (let index = 0; index < rows.length; index++) {
      if (index > 0) this.#json.raw(comma)
      write(rows[index] as number)
    }
    this.#json.raw(close)
  }

  /** `0` for none. */
  #sharedOne(kind: SharedKind, id: string | undefined): void {
    this.#json.raw(id === '0' ? none : this.#shared.json(kind, Number(id)))
  }

  #object(shape: ObjectShape, row: number): void {
    this.#fields(shape, row)
    this.#json.raw(brace)
  }

  /** The row's own fields; gives where the column after them begins. */
  #fields(shape: ObjectShape, row: number): number {
    const { bytes, extra, end } = this.#rows
    return this.#json.object(shape, bytes, afterColumn(bytes, extra[row] as number), end[row] as number)
  }

  #extra(row: number): string {
    const { bytes, extra } = this.#rows
    const from = extra[row] as number
    return bytes.toString('latin1', from, afterColumn(bytes, from) - 1)
  }
}

/** Where the next column begins; `extra` holds ids and days alone, nothing escaped. */
function afterColumn(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] !== 0x09 && bytes[at] !== 0x0a) at++
  return at + 1
}
