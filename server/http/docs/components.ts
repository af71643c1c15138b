import { type Document, type Schema, walk } from './document.ts'

const prefix = '#/components/schemas/'

/**
 * Leaves out what no operation refers to (the screens' shapes are registered as well), and gives the shapes of requests
 * their own name where no shape of an answer bears it.
 */
export function tidyComponents(document: Document): void {
  const schemas = document.components?.schemas ?? {}
  const used = new Set<string>()
  const follow = (value: unknown) =>
    walk(value, ({ $ref }) => {
      const name = typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : null
      if (name === null || used.has(name)) return
      used.add(name)
      follow(schemas[name])
    })
  follow(document.paths)
  const names = new Map([...used].map((name) => [name, nameOf(name, used)]))
  const kept: Record<string, Schema> = {}
  for (const name of [...used].sort()) if (schemas[name]) kept[names.get(name) ?? name] = schemas[name]
  document.components = { ...document.components, schemas: kept }
  walk(document, (node) => {
    if (typeof node.$ref !== 'string' || !node.$ref.startsWith(prefix)) return
    const name = node.$ref.slice(prefix.length)
    node.$ref = prefix + (names.get(name) ?? name)
  })
}

function nameOf(name: string, used: ReadonlySet<string>): string {
  const own = name.replace(/Input$/, '')
  return used.has(own) ? name : own
}
