import { z } from 'zod'

type Shape = Record<string, z.core.$ZodType>

/** An example of each field, from what the schemas themselves say (`examples` of their meta). */
export function exampleOf(shape: Shape): Record<string, unknown>
export function exampleOf(schema: z.core.$ZodType): unknown
export function exampleOf(of: Shape | z.core.$ZodType): unknown {
  if (!(of instanceof z.core.$ZodType))
    return Object.fromEntries(Object.entries(of).map(([name, each]) => [name, exampleOf(each)]))
  const examples = z.globalRegistry.get(of)?.examples
  if (Array.isArray(examples)) return examples[0]
  if (of instanceof z.ZodObject) return exampleOf(of.shape)
  if (of instanceof z.ZodArray) return [exampleOf(of.element)]
  if (of instanceof z.ZodNullable) return exampleOf(of.def.innerType) || null
  if (of instanceof z.ZodNumber) return 1
  return ''
}
