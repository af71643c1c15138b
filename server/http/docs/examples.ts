import * as z from 'zod'
import { $ZodType } from 'zod/v4/core'

type Shape = Record<string, $ZodType>

/** An example of each field, from the schemas' own metadata (`examples`). */
export function exampleOf(shape: Shape): Record<string, unknown>
export function exampleOf(schema: $ZodType): unknown
export function exampleOf(of: Shape | $ZodType): unknown {
  if (!(of instanceof $ZodType))
    return Object.fromEntries(Object.entries(of).map(([name, each]) => [name, exampleOf(each)]))
  const examples = z.globalRegistry.get(of)?.examples
  if (Array.isArray(examples)) return examples[0]
  if (of instanceof z.ZodObject) return exampleOf(of.shape)
  if (of instanceof z.ZodArray) return [exampleOf(of.element)]
  if (of instanceof z.ZodNullable) return exampleOf(of.def.innerType) || null
  if (of instanceof z.ZodNumber) return 1
  return ''
}
