import { refusalsOf } from './common.ts'
import { type Document, type DocumentedRoute, type Operation, type Schema, walk } from './document.ts'
import { answerHeaders, componentHeaders } from './headers.ts'

const json = 'application/json'

/**
 * Adds to the document what zod schemas cannot express and routes declare; `documented` goes by operationId.
 * Idempotent, since it runs each time that the document is read.
 */
export function completeDocument(document: Document, documented: ReadonlyMap<string, DocumentedRoute>): Document {
  for (const methods of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(methods)) {
      const declared = documented.get(operation.operationId ?? '')
      if (!declared) throw new Error(`no route declares the operation ${operation.operationId}`)
      describe(operation, declared)
      refuse(operation, declared)
    }
  }
  tidyComponents(document)
  document.components = { ...document.components, headers: componentHeaders }
  return document
}

function describe(operation: Operation, { request, answers, headers, sent }: DocumentedRoute): void {
  const body = operation.requestBody?.content[json]
  if (body && request) body.examples = request
  const success = operation.responses['200']
  if (success) {
    success.description = 'Feito'
    success.headers = answerHeaders(...headers, 'X-Campos-Ignorados')
    const content = success.content?.[json]
    if (content) content.examples = answers
  }
  const known = operation.parameters ?? []
  const more = (sent ?? []).filter(({ name }) => !known.some((parameter) => parameter.name === name))
  if (known.length + more.length > 0) operation.parameters = [...known, ...more]
}

/** Refusals that come before the request's fields are looked at. */
const fieldsUnread = new Set(['400', '401', '403', '413', '415'])

function refuse(operation: Operation, declared: DocumentedRoute): void {
  const schema = { $ref: '#/components/schemas/Erro' }
  const refusals = refusalsOf(declared, operation.requestBody !== undefined)
  for (const [status, { description, headers = [], example }] of Object.entries(refusals)) {
    const told = answerHeaders(...headers, ...(fieldsUnread.has(status) ? [] : (['X-Campos-Ignorados'] as const)))
    operation.responses[status] = {
      description,
      ...(Object.keys(told).length > 0 && { headers: told }),
      ...(example && { content: { [json]: { schema, example } } }),
    }
  }
}

const prefix = '#/components/schemas/'

/**
 * Removes the schemas that no operation refers to: each is registered as an answer's and, with the suffix `Input`, as
 * a request's. Drops the suffix, unless an answer's schema has that name.
 */
function tidyComponents(document: Document): void {
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
