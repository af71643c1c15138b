import { type Expression, type SqlBool, sql } from 'kysely'
import { truth } from './statement.ts'

/** The last row of a page, after which the next one begins. Rows stand newest first, by an instant and then by id. */
export interface PageEnd<Id extends number | string = number> {
  em: Date
  id: Id
}

/** The condition for the rows after the page's end, by these two columns; an index on both in this order serves it. */
export const olderThan = ({ em, id }: PageEnd<number | string>, instant: string, key: string): Expression<SqlBool> =>
  truth`(${sql.ref(instant)}, ${sql.ref(key)}) < (${em}, ${id})`

export interface Page<Row, Id extends number | string = number> {
  page: Row[]
  /** Where the next page begins; null on the last page. */
  next: PageEnd<Id> | null
}

/** The first `size` rows of `found`. The query must ask for one row more, which shows that there is a next page. */
export function cutPage<Row, Id extends number | string>(
  found: readonly Row[],
  size: number,
  endOf: (row: Row) => PageEnd<Id>,
): Page<Row, Id> {
  const page = found.slice(0, size)
  const last = found.length > size ? page.at(-1) : undefined
  return { page, next: last ? endOf(last) : null }
}
