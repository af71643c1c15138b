import fc from 'fast-check'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { readValor } from '#server/faturamento/wire/valor'
import { readBodies } from '#server/http/body'

/** Sends a body through the parser, and returns the parsed value as JSON text. */
async function readBy(payload: string): Promise<unknown> {
  const app = Fastify()
  readBodies(app)
  app.post('/', (request, reply) => reply.send(JSON.stringify([request.body])))
  const headers = { 'content-type': 'application/json' }
  const { body } = await app.inject({ method: 'POST', url: '/', headers, payload })
  return JSON.parse(body)[0]
}
/** JSON values without long numbers. */
const value = fc
  .jsonValue({ stringUnit: 'binary' })
  .map((each) => JSON.stringify(each))
  .filter((text) => !text.includes('__proto__'))
  .map((text): unknown =>
    JSON.parse(text, (_, each) => (Number.isInteger(each) && !Number.isSafeInteger(each) ? 0 : each)),
  )

test('a JSON body is read as JSON.parse reads it', async () => {
  await fc.assert(
    fc.asyncProperty(value, async (each) => {
      const text = JSON.stringify(each)
      expect(await readBy(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('a number too long for JavaScript keeps its digits as text, and the rest is read as usual', async () => {
  const long = fc.bigInt({ min: 2n ** 53n, max: 10n ** 30n })
  await fc.assert(
    fc.asyncProperty(value, long, fc.constantFrom('', ' ', '\n\t'), async (each, number, space) => {
      const text = JSON.stringify(each)
      const read = await readBy(`{"a":${text},"n":${space}${number},"l":[${number},-${number}]}`)
      expect(read).toEqual({ a: JSON.parse(text), n: `${number}`, l: [`${number}`, `-${number}`] })
    }),
  )
})

test('a number in ligacao_params keeps its spelling, and elsewhere in the body its value', async () => {
  const written = fc
    .tuple(fc.nat(2 ** 31), fc.nat(9_999), fc.constantFrom('0', '00', 'e1', 'E-2'))
    .map(([whole, after, end]) => `${whole}.${after}${end}`)
  await fc.assert(
    fc.asyncProperty(value, written, fc.constantFrom('', ' ', '\n\t'), async (each, number, space) => {
      const text = JSON.stringify(each)
      const read = await readBy(
        `{"a":${text},"n":${number}${space},"ligacao_params":{"id":${space}${number}},"l":[[${number}]]}`,
      )
      expect(read).toEqual({
        a: JSON.parse(text),
        n: Number(number),
        ligacao_params: { id: number },
        l: [[Number(number)]],
      })
    }),
  )
  const kept = '{"ligacao_params":{"id":1700000000.10,"far":1e400,"n":[1.5,-2,0]}}'
  expect(await readBy(kept)).toEqual({ ligacao_params: { id: '1700000000.10', far: '1e400', n: [1.5, -2, 0] } })
})

/**
 * The same number with few and with many digits: C's `%.17g`, as PHP writes with `serialize_precision=17`, and `%.60f`.
 */
const ways = (number: number, digits: number) => [
  `${number}`,
  ...[17, digits].map((many) => number.toPrecision(many).replace(/\.?0+$/, '')),
  number.toFixed(60),
]

test('an amount with more digits than it needs is that amount; one with more decimals is refused', async () => {
  const valores = async (texts: string[]) =>
    z
      .array(z.unknown())
      .parse(await readBy(`[${texts}]`))
      .map(readValor)
  const many = fc.integer({ min: 16, max: 100 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 999_999_999 }), many, async (centavos, digits) => {
      const texts = ways(centavos / 100, digits)
      expect(await valores(texts)).toEqual(texts.map(() => ({ centavos })))
    }),
  )
  const finer = fc.double({ min: 0.01, max: 9_999_999, noNaN: true }).filter((number) => /\.\d{3}/.test(`${number}`))
  await fc.assert(
    fc.asyncProperty(finer, many, async (number, digits) => {
      const texts = ways(number, Math.max(digits, 17))
      expect(await valores(texts)).toEqual(texts.map(() => ({ mistake: 'deve ter no máximo duas casas decimais' })))
    }),
  )
  const kept = '{"n":[10.300000000000000001,101.00000000000000001],"ligacao_params":{"id":10.300000000000001}}'
  expect(await readBy(kept)).toEqual({
    n: ['10.300000000000000001', '101.00000000000000001'],
    ligacao_params: { id: '10.300000000000001' },
  })
})
