import { tidyComponents } from './components.ts'
import type { Document, Operation } from './document.ts'
import { answerHeaders, componentHeaders } from './headers.ts'
import { numericStrings } from './numericStrings.ts'
import { type Described, operations } from './operations.ts'
import { refusals } from './refusals.ts'

const json = 'application/json'

/**
 * The document with what zod schemas cannot say. Idempotent, for it is asked for at each reading. An operation that the
 * table does not describe stays as it is; a test says so.
 */
export function completeDocument(document: Document): Document {
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      const described = operations[`${method.toUpperCase()} ${path}`]
      if (described) describe(operation, described)
      refuse(operation, described?.headers.includes('ETag') === true)
    }
  }
  numericStrings(document)
  tidyComponents(document)
  document.components = { ...document.components, headers: componentHeaders }
  return document
}

function describe(
  operation: Operation,
  { operationId, description, request, answers, headers, sent }: Described,
): void {
  operation.operationId = operationId
  operation.description = description
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

function refuse(operation: Operation, cached: boolean): void {
  const content = { [json]: { schema: { $ref: '#/components/schemas/Erro' } } }
  for (const [status, { description, headers, example, bodyOnly }] of Object.entries(refusals)) {
    if (bodyOnly && !operation.requestBody) continue
    if (status === '304' && !cached) continue
    // Not every operation can conflict with an earlier one: the route says so.
    if (status === '409' && !operation.responses[status]) continue
    operation.responses[status] = {
      description,
      ...(headers && { headers: answerHeaders(...headers) }),
      ...(example !== undefined && { content: { [json]: { ...content[json], example } } }),
    }
  }
}
