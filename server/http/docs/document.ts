import type { AnswerHeader } from './headers.ts'

/** What a route adds to the document, beyond its schemas. */
export interface Documented {
  operationId: string
  tag: 'PBX' | 'Clientes' | 'Financeiro'
  summary: string
  description: string
  /** Examples of the body, and of the answer. */
  request?: Record<string, Example>
  answers: Record<string, Example>
  /** Headers of a success. */
  headers: readonly AnswerHeader[]
  /** Headers that the caller may send. */
  sent?: NonNullable<Operation['parameters']>
  /** An example of a broken rule: the field, and the sentence of the answer. */
  invalid?: Record<string, string>
  /** For a route that writes: what a 503 leaves open, and how to find out. */
  unsure?: string
  /** Refusals beyond those that every operation has. */
  refusals?: readonly (304 | 409)[]
}

/** `Documented` with the scope that the route demands. */
export type DocumentedRoute = Documented & { escopo: string | undefined }

/** The parts of an OpenAPI 3.1 document that are completed here. */
export interface Document {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema>; headers?: Record<string, unknown> }
}

export interface Operation {
  operationId?: string
  parameters?: { in: string; name: string; [more: string]: unknown }[]
  requestBody?: { content: Record<string, { schema?: Schema; examples?: Record<string, Example> }> }
  responses: Record<string, Answer>
}

interface Answer {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, { schema?: unknown; example?: unknown; examples?: Record<string, Example> }>
}

export interface Example {
  summary: string
  value: unknown
}

export type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Gives every object and array within a JSON value to `visit`, from the inside out. */
export function walk(value: unknown, visit: (node: Record<string, unknown>) => void): void {
  if (!isObject(value)) return
  for (const inner of Object.values(value)) walk(inner, visit)
  if (!Array.isArray(value)) visit(value)
}
