import fc from 'fast-check'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readBodies } from '#server/http/body'

/** What comes of a body, told as JSON. */
async function readBy(payload: string): Promise<unknown> {
  const app = Fastify()
  readBodies(app)
  app.post('/', (request, reply) => reply.send(JSON.stringify([request.body])))
  const headers = { 'content-type': 'application/json' }
  const { body } = await app.inject({ method: 'POST', url: '/', headers, payload })
  return JSON.parse(body)[0]
}
/** Without numbers that are long themselves. */
const value = fc
  .jsonValue({ stringUnit: 'binary' })
  .map((each) => JSON.stringify(each))
  .filter((text) => !text.includes('__proto__'))
  .map((text): unknown =>
    JSON.parse(text, (_, each) => (Number.isInteger(each) && !Number.isSafeInteger(each) ? 0 : each)),
  )

test('a body is what JSON says it is', async () => {
  await fc.assert(
    fc.asyncProperty(value, async (each) => {
      const text = JSON.stringify(each)
      expect(await readBy(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('a long number keeps its digits, and all beside it is as it would be without', async () => {
  const long = fc.bigInt({ min: 2n ** 53n, max: 10n ** 30n })
  await fc.assert(
    fc.asyncProperty(value, long, fc.constantFrom('', ' ', '\n\t'), async (each, number, space) => {
      const text = JSON.stringify(each)
      const read = await readBy(`{"a":${text},"n":${space}${number},"l":[${number},-${number}]}`)
      expect(read).toEqual({ a: JSON.parse(text), n: `${number}`, l: [`${number}`, `-${number}`] })
    }),
  )
})

test('what an exchange sends along keeps its numbers as they were written, and all else is what it is worth', async () => {
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
