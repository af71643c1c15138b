import { PostgresQueryCompiler, type QueryId, type RootOperationNode } from 'kysely'

/** A value that a prepared statement is given each time it runs. */
export class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * Writes constants as literals, because partial indexes and plans depend on them, and each parameter as one placeholder
 * however often it is named.
 */
export class StatementCompiler extends PostgresQueryCompiler {
  readonly #places = new Map<string, number>()

  override compileQuery(node: RootOperationNode, queryId: QueryId) {
    this.#places.clear()
    return super.compileQuery(node, queryId)
  }

  protected override appendValue(value: unknown): void {
    if (!(value instanceof Parameter)) this.appendImmediateValue(value)
    else this.#appendParameter(value)
  }

  #appendParameter(parameter: Parameter): void {
    const known = this.#places.get(parameter.name)
    if (known === undefined) super.appendValue(parameter)
    else this.append(`$${known}`)
    this.#places.set(parameter.name, known ?? this.numParameters)
  }
}
