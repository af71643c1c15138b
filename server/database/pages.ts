import { type Expression, type SqlBool, sql } from 'kysely'
import { truth } from './statement.ts'

/** The last row of a page whose rows stand newest first, by an instant and then by their ids: the next one begins after it. */
export interface PageEnd<Id extends number | string = number> {
  em: Date
  id: Id
}

/** The rows after it, by these two columns: an index in their order serves. */
export const olderThan = ({ em, id }: PageEnd<number | string>, instant: string, key: string): Expression<SqlBool> =>
  truth`(${sql.ref(instant)}, ${sql.ref(key)}) < (${em}, ${id})`

export interface Page<Row, Id extends number | string = number> {
  page: Row[]
  /** Where the next one begins; null on the last. */
  next: PageEnd<Id> | null
}

/** A page of what was found, of which one row more was asked for. */
export function cutPage<Row, Id extends number | string>(
  found: readonly Row[],
  size: number,
  endOf: (row: Row) => PageEnd<Id>,
): Page<Row, Id> {
  const page = found.slice(0, size)
  const last = found.length > size ? page.at(-1) : undefined
  return { page, next: last ? endOf(last) : null }
}
