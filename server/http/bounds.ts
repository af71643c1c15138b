import type { preValidationHookHandler } from 'fastify'
import { invalid, type Mistakes } from '../refusal.ts'

/** Levels of lists and objects in one another. Recursive code that walks a body is then far from a stack overflow. */
const maxDepth = 32
/** The most fields of one object. */
const maxNames = 1_000

const tooDeep = `passa de ${maxDepth} níveis de listas e objetos`
const tooMany = `tem um objeto com mais de ${maxNames} campos`

/** Refuses a body nested too deep or with too many fields, before other code reads it. docs/interface.md: Errors. */
export const refuseUnbounded: preValidationHookHandler = ({ body }, _reply, done) => {
  const mistakes = unboundedIn(body)
  done(Object.keys(mistakes).length > 0 ? invalid(mistakes) : undefined)
}

/** The mistakes of a JSON value in depth and number of names, by field; under `corpo` for the value itself. */
function unboundedIn(body: unknown): Mistakes {
  if (!isNest(body)) return {}
  if (Array.isArray(body)) return told('corpo', mistakeOf(body, 1))
  const fields = Object.entries(body)
  if (fields.length > maxNames) return { corpo: [tooMany] }
  return Object.assign({}, ...fields.map(([name, value]) => told(name, mistakeOf(value, 2))))
}

const told = (field: string, mistake: string | null): Mistakes => (mistake === null ? {} : { [field]: [mistake] })
const isNest = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Goes level by level and not by recursion, since a deep value would overflow the stack. */
function mistakeOf(value: unknown, depth: number): string | null {
  let level = [value].filter(isNest)
  for (let at = depth; level.length > 0; at++) {
    if (at > maxDepth) return tooDeep
    if (level.some((nest) => !Array.isArray(nest) && Object.keys(nest).length > maxNames)) return tooMany
    level = level.flatMap((nest) => Object.values(nest).filter(isNest))
  }
  return null
}
