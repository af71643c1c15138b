import { type Document, walk } from './document.ts'

/**
 * A number that may also come as text ("The identifiers may also be sent as numeric strings", spec: Endpoints 4): the
 * zod union carries the number's bounds beside both, which no text would fulfil. The bounds go where they belong.
 */
export function numericStrings(document: Document): void {
  walk(document, (node) => {
    const { type, anyOf } = node
    if ((type !== 'integer' && type !== 'number') || !Array.isArray(anyOf)) return
    const number: Record<string, unknown> = { type }
    for (const bound of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']) {
      if (node[bound] === undefined) continue
      number[bound] = node[bound]
      delete node[bound]
    }
    delete node.type
    node.anyOf = [number, { type: 'string', pattern: type === 'integer' ? '^\\d{1,20}$' : '^\\d+(\\.\\d+)?$' }]
  })
}
