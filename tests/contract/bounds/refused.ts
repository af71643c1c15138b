import { expect } from 'vitest'
import type { Answer } from '../../support/request.ts'

/** A refusal in the house's shape, which names what is to be mended, in Portuguese. */
export function refused({ status, json, text }: Answer, told: number, field?: string): void {
  expect({ status, text }).toMatchObject({ status: told })
  expect(json).toMatchObject({ status: 'error', msg: expect.any(String), id_requisicao: expect.any(String) })
  if (field !== undefined) expect(Object.keys(json.campos)).toContain(field)
  expect(text).not.toMatch(/Invalid |expected|received|must be/)
}

/** JSON text of a value inside so many lists, or so many objects. */
export const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
export const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
export const json = { 'content-type': 'application/json' }
