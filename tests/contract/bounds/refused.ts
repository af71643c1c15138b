import { expect } from 'vitest'
import type { Answer } from '../../support/request.ts'

/** Expects a refusal in Alô's error format, with a Portuguese message and, if given, the wrong field. */
export function refused({ status, json, text }: Answer, told: number, field?: string): void {
  expect({ status, text }).toMatchObject({ status: told })
  expect(json).toMatchObject({ status: 'error', msg: expect.any(String), id_requisicao: expect.any(String) })
  if (field !== undefined) expect(Object.keys(json.campos)).toContain(field)
  expect(text).not.toMatch(/Invalid |expected|received|must be/)
}

/** JSON text nested `levels` deep in lists, or in objects. */
export const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
export const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
export const json = { 'content-type': 'application/json' }
