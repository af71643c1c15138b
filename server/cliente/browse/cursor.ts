import { z } from 'zod'
import { invalid } from '../../refusal.ts'
import type { BrowseFilters } from '../rows/browse/filterSql.ts'
import type { Cursor } from '../rows/browse/pageSql.ts'

type Order = Pick<BrowseFilters, 'order_by' | 'order_type'>

const content = z.tuple([
  z.enum(['data_cadastro', 'data_fechamento']),
  z.enum(['asc', 'desc']),
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/)
    .refine((text) => !Number.isNaN(Date.parse(`${text.replace(' ', 'T')}${text.includes(' ') ? 'Z' : ''}`)))
    .nullable(),
  z.int().min(0).max(2_147_483_647),
])

/** Opaque to whoever gets it. It belongs to one order. */
export const writeCursor = ({ order_by, order_type }: Order, { value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([order_by, order_type, value, id])).toString('base64url')

/** @throws Refusal for what `writeCursor` did not write for this order */
export function readCursor({ order_by, order_type }: Order, text: string): Cursor {
  const parsed = content.safeParse(parsedJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success || parsed.data[0] !== order_by || parsed.data[1] !== order_type)
    throw invalid({ apos: ['não é o fim de uma página desta ordem: comece pela primeira'] })
  const [, , value, id] = parsed.data
  return { value, id }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
