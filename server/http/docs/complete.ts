import { tidyComponents } from './components.ts'
import type { Document, Documented, Operation } from './document.ts'
import { answerHeaders, componentHeaders } from './headers.ts'
import { numericStrings } from './numericStrings.ts'
import { refusals } from './refusals.ts'

const json = 'application/json'

/**
 * The document with what zod schemas cannot say, as the routes declare it; `documented` goes by operationId. Idempotent,
 * for it is asked for at each reading.
 */
export function completeDocument(document: Document, documented: ReadonlyMap<string, Documented>): Document {
  for (const methods of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(methods)) {
      const declared = documented.get(operation.operationId ?? '')
      if (!declared) continue
      describe(operation, declared)
      refuse(operation, declared)
    }
  }
  numericStrings(document)
  tidyComponents(document)
  document.components = { ...document.components, headers: componentHeaders }
  return document
}

function describe(operation: Operation, { request, answers, headers, sent }: Documented): void {
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

function refuse(operation: Operation, declared: Documented): void {
  const content = { [json]: { schema: { $ref: '#/components/schemas/Erro' } } }
  for (const [status, { description, headers, example, bodyOnly, declaredOnly }] of Object.entries(refusals)) {
    if (bodyOnly && !operation.requestBody) continue
    if (declaredOnly && !declared.refusals?.some((each) => String(each) === status)) continue
    operation.responses[status] = {
      description,
      ...(headers && { headers: answerHeaders(...headers) }),
      ...(example !== undefined && { content: { [json]: { ...content[json], example } } }),
    }
  }
}
