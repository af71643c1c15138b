import fc from 'fast-check'
import * as z from 'zod'

// biome-ignore lint/suspicious/noExplicitAny: JSON schema as zod writes it
type Schema = any

/** Marks a number that JavaScript cannot represent, such as `1e400`; `jsonOf` writes it as JSON without the quotes. */
const bare = (text: string) => `§${text}§`

/** JSON text of a generated value. */
export const jsonOf = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/"§([^"§]*)§"/g, (_all, text) => text)

const nested = (levels: number, object: boolean): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = object ? { a: value } : [value]
  return value
}

/** Values that often break programs. */
const stumbling: unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 3_000_000_000, 2 ** 53, 2 ** 63, 1e308, 5e-324],
  ...['1e400', '-1e400', '-0', '1E+2', '1e-400', '12345678901234567890', '9'.repeat(400)].map(bare),
  ...['', ' ', '\t\n', '\0', 'a\0b', '\ud800', 'x\udfff', '\ufeff', '\u202e', '𝒳', '١٠١', '１０１', 'İ', 'ß'],
  ...['2147483648', '3000000000', '9007199254740993', '-1', '+1', '1.0', '0x10', '1e2', '00', 'NaN', 'Infinity'],
  ...['0000-01-01', '2026-02-31', '9999-12-31', '10000-01-01', '-000001-01-01', '2026-01-01 24:00:00'],
  ...["' OR 1=1 --", '"; DROP TABLE cliente; --', '%', '_', '\\', '%00', '$1', ':id', '{{1}}', '<b>', '../..'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'length', '[object Object]', 'undefined', 'null'],
  ...[{ toString: 1 }, { valueOf: null, toString: null }, { length: -1 }, { constructor: { name: 'x' } }, {}, [], [[]]],
  ...[nested(31, true), nested(40, true), nested(40, false), nested(2_000, false), nested(1_500, true)],
  ...['x'.repeat(300), '9'.repeat(3_000), 'ã'.repeat(1_001), Array(1_100).fill(0)],
]

export const wild: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...stumbling) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.double() },
)

/** The JSON schema of an input, as the API document shows it, with every `$ref` resolved. */
function documented(input: z.ZodType): Schema {
  const whole = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const resolved = (schema: Schema): Schema => {
    if (typeof schema !== 'object' || schema === null) return schema
    if (Array.isArray(schema)) return schema.map(resolved)
    const { $ref, ...own } = schema
    const named = $ref ? whole.$defs?.[$ref.replace('#/$defs/', '')] : {}
    return Object.fromEntries(Object.entries({ ...named, ...own }).map(([name, each]) => [name, resolved(each)]))
  }
  return resolved({ ...whole, $defs: undefined })
}

/** Generates values that the input's schema describes. */
export const ofSchema = (input: z.ZodType): fc.Arbitrary<unknown> => arbitraryOf(documented(input))

/** The names of an input's fields. */
export function namesOf(input: z.ZodType): string[] {
  const names = (schema: Schema): string[] => [
    ...Object.keys(schema.properties ?? {}),
    ...(schema.anyOf ?? []).flatMap(names),
  ]
  return [...new Set(names(documented(input)))]
}

function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf))
  switch (schema.type) {
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
      return fc.integer({ min: (schema.exclusiveMinimum ?? -1) + 1, max: schema.maximum ?? 2_147_483_647 })
    case 'number':
      return fc.oneof(
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ max: 99_999_999 }).map((n) => n / 100),
      )
    case 'string':
      return textOf(schema)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}), { maxLength: 3 })
    case 'object':
      return schema.properties
        ? objectOf(schema)
        : fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue(), { maxKeys: 5 })
    default:
      return fc.oneof(fc.integer({ min: 0, max: 999 }), fc.string({ maxLength: 12 }), fc.boolean())
  }
}

function textOf({ pattern, maxLength = 30 }: Schema): fc.Arbitrary<string> {
  if (!pattern) return fc.string({ maxLength: Math.min(maxLength, 30) })
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    // `stringMatching` does not support Unicode classes such as `\p{L}`.
    return fc.string({ maxLength: 12 })
  }
}

function objectOf({ properties, required = [] }: Schema): fc.Arbitrary<object> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, arbitraryOf(each)]))
  return fc.record(fields, { requiredKeys: required })
}
