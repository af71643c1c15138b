import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { cancelar, notificar } from '../../support/desk.ts'
import { useDesk } from '../../support/useDesk.ts'
import { json, lists, objects, refused } from './refused.ts'

const desk = useDesk()

describe.each([notificar, cancelar])('at %s', (path) => {
  const tried = (body: unknown) => desk.send({ path, body, headers: json, authorization: demoToken })

  test.each([
    ['an object with a toString of its own', '{"ramal":{"toString":1}}'],
    ['an object with a valueOf of its own', '{"ramal":{"valueOf":{},"toString":null}}'],
    ['a list', '{"ramal":["101"]}'],
    ['20,000 lists', `{"ramal":${lists(20_000)}}`],
    ['9,000 objects', `{"ramal":${objects(9_000)}}`],
    ['a number past all numbers', '{"ramal":1e400}'],
    ['a number below all numbers', '{"ramal":-1e400}'],
    ['a fraction', '{"ramal":101.5}'],
    ['a number that has lost its last digits', '{"ramal":12345678901234567890}'],
    ['60,000 digits', `{"ramal":"${'1'.repeat(60_000)}"}`],
    ['60,000 digits of a number', `{"ramal":${'1'.repeat(60_000)}}`],
    ['a NUL', '{"ramal":"10\\u00001"}'],
    ['half a surrogate pair', '{"ramal":"\\ud800"}'],
    ['digits of another script', '{"ramal":"١٠١"}'],
  ])('a ramal that is %s is refused', async (_name, body) => refused(await tried(body), 422, 'ramal'))

  test.each(['id_cliente', 'codigo_cliente'])(
    'an invalid %s (not a positive 32-bit integer) is refused',
    async (name) => {
      for (const id of ['2147483648', '3000000000', '9007199254740991', '"00000003000000000"'])
        refused(await tried(`{"ramal":101,"${name}":${id}}`), 422, name)
      for (const id of [
        '9007199254740992',
        '1e400',
        '-0',
        '0',
        '-1',
        '1.5',
        '{"toString":1}',
        `"${'9'.repeat(50_000)}"`,
      ])
        refused(await tried(`{"ramal":101,"${name}":${id}}`), 422, name)
    },
  )

  test('deeply nested values are refused with an error at their field', async () => {
    // The body is the first of 32 levels.
    for (const deep of [`{"a":${lists(30_000)}}`, objects(32), objects(9_000)]) {
      refused(await tried(`{"ramal":101,"ligacao_params":${deep}}`), 422, 'ligacao_params')
      refused(await tried(`{"ramal":101,"outro":${deep}}`), 422, 'outro')
    }
    refused(await tried(lists(30_000)), 422, 'corpo')
    expect((await tried(`{"ramal":102,"ligacao_params":${objects(31)}}`)).status).toBe(200)
  })

  test('an object with more than 1,000 names is refused, in ligacao_params and in the body', async () => {
    const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, 1]))
    refused(await tried({ ramal: 101, ligacao_params: names(1_001) }), 422, 'ligacao_params')
    refused(await tried({ ramal: 101, ...names(1_000) }), 422, 'corpo')
    expect((await tried({ ramal: 102, ligacao_params: names(1_000), ...names(998) })).status).toBe(200)
  })

  test('names such as constructor are accepted like others, and prototype pollution is refused', async () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty', '__defineGetter__', '', '\\u0000', '\\ud800'])
      expect((await tried(`{"ramal":102,"${name}":1,"ligacao_params":{"${name}":1}}`)).status).toBe(200)
    for (const poisoned of ['{"__proto__":{"ramal":101}}', '{"ramal":101,"constructor":{"prototype":{"x":1}}}'])
      refused(await tried(poisoned), 400)
  })

  test('NUL, broken surrogates and extreme numbers in ligacao_params are stored and shown as they came', async () => {
    const params = '{"id":"a\\u0000b","nota":"\\u0000 \\ud800 \\udfff","\\u0000":"\\ud800","n":[1e400,-0,1e-400]}'
    expect((await tried(`{"ramal":102,"ligacao_params":${params}}`)).status).toBe(200)
    const { ligacoes } = await (await desk.screen('bruno')).sync()
    const shown = ligacoes.map(({ ligacao_params }) => ligacao_params).find((each) => each?.nota)
    const kept = { id: 'a\0b', nota: '\0 \ud800 \udfff', '\0': '\ud800', n: ['1e400', '-0', '1e-400'] }
    // The second run sends `cancelar` with the same key, which ends the call.
    expect(shown).toEqual(path === notificar ? kept : undefined)
  })

  test('a body that is not UTF-8 is refused with 400', async () => {
    for (const bytes of [
      [0xff, 0xc0, 0xaf, 0xed, 0xa0],
      [0xe7, 0xe3, 0x6f],
      [0xed, 0xa0, 0x80],
    ]) {
      const body = Buffer.concat([Buffer.from('{"ramal":102,"x":"'), Buffer.from(bytes), Buffer.from('"}')])
      const answer = await tried(body)
      refused(answer, 400)
      expect(answer.json.msg).toContain('UTF-8')
    }
  })

  test('a compressed body is refused with a message that names Content-Encoding', async () => {
    const packed = { ...json, 'content-encoding': 'gzip' }
    const answer = await desk.send({ path, body: gzipSync('{"ramal":102}'), headers: packed, authorization: demoToken })
    refused(answer, 415)
    expect(answer.json.msg).toContain('Content-Encoding')
    const named = { ...json, 'content-encoding': 'UTF-8' }
    const read = await desk.send({ path, body: '{"ramal":102}', headers: named, authorization: demoToken })
    expect(read.status).toBe(200)
  })

  test('the last of two equal names counts, also in a body with a very long number', async () => {
    const long = `"id":${'7'.repeat(20)}`
    refused(await tried(`{"ramal":102,"ramal":"x","ligacao_params":{${long}}}`), 422, 'ramal')
    expect((await tried(`{"ramal":"x","ramal":102,"ligacao_params":{${long}}}`)).status).toBe(200)
    refused(await tried(`{"ramal":101,"ligacao_params":{${long},"a":${lists(30_000)}}}`), 422, 'ligacao_params')
    refused(await tried(`{"ramal":101,"ligacao_params":{"id":00000000000000000007}}`), 400)
  })
})
