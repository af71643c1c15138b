import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
beforeAll(async () => {
  await desk.user({ usuario: 'zoe', ramal: '007', identificador_interno: 'Zoé7' })
})
beforeEach(() => desk.clear())

/** Sends the notification and returns the window that it opened. */
async function opened(body: object | string) {
  const answer = await desk.notify(body)
  expect(answer.json).toMatchObject({ status: 'success' })
  const { rows } = await desk.database.pool.query('SELECT * FROM ligacao WHERE id = $1', [
    answer.headers['x-ligacao-id'],
  ])
  return rows[0]
}

test.each([
  ['a number', 37999912222, '37999912222'],
  ['a text', '37999912222', '37999912222'],
  ['leading zeros', '037999912222', '037999912222'],
  ['a plus', '+5537999912222', '+5537999912222'],
  ['thirteen digits as a number', 5537999912222, '5537999912222'],
  ['twenty digits', '12345678901234567890', '12345678901234567890'],
  ['the greatest safe number', Number.MAX_SAFE_INTEGER, '9007199254740991'],
])('a telephone (%s) is stored as text with all its characters', async (_name, telefone, kept) => {
  expect((await opened({ ramal: 101, telefone })).telefone).toBe(kept)
})

describe.each([0, '0', '+000', '0'.repeat(20), 'Anonymous'])('a telephone that is %s is a hidden number', (zeros) => {
  const keyed = { ramal: 101, ligacao_params: { call_id: 'k' } }
  const maria = { ...keyed, telefone: '37999912222' }
  const hidden = { ...keyed, telefone: zeros }
  const idOf = ({ headers }: { headers: Record<string, unknown> }) => headers['x-ligacao-id']

  test('and the window shows that no number was given', async () => {
    const ana = await desk.screen('ana')
    expect(await opened(hidden)).toMatchObject({ telefone: null, telefone_chave: '' })
    await ana.sync()
    expect(ana.heard[0]?.ligacao).toMatchObject({ telefone: null, telefone_formatado: 'número não informado' })
  })

  test.each([
    ['says nothing beside the key of a call with a number', maria, hidden],
    ['is not contradicted by the number that the key’s cancel names', hidden, maria],
    ['without a key means a call without a number', { ramal: 101 }, { ramal: 101, telefone: zeros }],
    ['without a key is whatever zeros', { ramal: 101, telefone: zeros }, { ramal: 101, telefone: '000' }],
  ])('that %s', async (_what, ring, cancel) => {
    const id = idOf(await desk.notify(ring))
    expect(idOf(await desk.cancel(cancel))).toBe(id)
  })

  test('whose cancel comes before its ring opens no window', async () => {
    await desk.cancel({ ramal: 101, telefone: zeros })
    const ana = await desk.screen('ana')
    await desk.notify({ ramal: 101, telefone: zeros })
    expect((await ana.sync()).ligacoes).toEqual([])
  })

  test('and does not overwrite the known number and customer of the same call', async () => {
    const { id, id_cliente } = await opened(maria)
    expect(id_cliente).not.toBeNull()
    expect(await opened(hidden)).toMatchObject({ id, id_cliente, telefone: '37999912222' })
  })
})

test.each(['telefone', 'ramal', 'identificador_interno', 'id_cliente', 'codigo_cliente'])(
  '%s beyond 2^53-1 as a number is refused',
  async (field) => {
    for (const number of ['9007199254740992', '9007199254740993', '12345678901234567890']) {
      const answer = await desk.notify(
        `{"${field === 'ramal' ? 'identificador_interno' : 'ramal'}":101,"${field}":${number}}`,
      )
      expect(answer.status).toBe(422)
      expect(answer.json.campos[field]).toEqual([`O campo ${field} é grande demais`])
    }
  },
)

test('a ramal with leading zeros matches as text only: "007" is found, the number 7 is refused', async () => {
  expect((await opened({ ramal: '007' })).ramal).toBe('007')
  expect((await desk.notify({ ramal: 7 })).status).toBe(422)
})

test('identificador_interno is compared without regard to case, but with its accents', async () => {
  expect((await opened({ identificador_interno: 'ZOÉ7' })).identificador_interno).toBe('Zoé7')
  expect((await desk.notify({ identificador_interno: 'zoe7' })).status).toBe(422)
  // Decomposed Unicode (NFD), as macOS and some directories write it.
  expect((await opened({ identificador_interno: 'zoé7'.normalize('NFD') })).identificador_interno).toBe('Zoé7')
})

test('null and empty text count as absent in every optional field', async () => {
  const empty = {
    identificador_interno: null,
    codigo_cliente: '',
    id_cliente: null,
    telefone: '',
    ligacao_params: null,
  }
  expect(await opened({ ramal: 101, ...empty })).toMatchObject({
    telefone: null,
    ligacao_params: null,
    id_cliente: null,
  })
})

test('ligacao_params reach the screen unchanged: odd names, emoji, null characters, up to 16 KiB', async () => {
  const ligacao_params = { 'a b': [1, { c: null }], '🙂': 'ça va\u0000', constructor: 1, nota: 'x'.repeat(16_000) }
  const ana = await desk.screen('ana')
  await desk.notify({ ramal: 101, ligacao_params })
  await ana.sync()
  expect(ana.heard[0]?.ligacao.ligacao_params).toEqual(ligacao_params)
})

test.each(['-0', '0.0000001', '-0.00000012', '12.50', '1E3', '1.0'])(
  'a call_id sent as a number that JavaScript would rewrite (%s) is the same key as its text',
  async (id) => {
    const ring = (key: string) => `{"ramal":101,"ligacao_params":{"call_id":${key}}}`
    const first = await opened(ring(id))
    expect(first).toMatchObject({ chave: id, ligacao_params: JSON.stringify({ call_id: id }) })
    expect((await opened(ring(`"${id}"`))).id).toBe(first.id)
    expect((await opened(ring(String(Number(id))))).id).not.toBe(first.id)
  },
)

test('a call_id sent as a 64-bit number is kept to the last digit, and is not mixed up with its neighbour', async () => {
  const ids = ['7312345678901234561', '7312345678901234562']
  const ring = (id: string, telefone: string) =>
    `{"ramal":101,"telefone":"${telefone}","ligacao_params":{"call_id":${id},"em":1732600000.123456789012,"n":[${id},42,0.30000000000000004]}}`
  const [one, other] = [
    await opened(ring('7312345678901234561', '37988886661')),
    await opened(ring('7312345678901234562', '11977776662')),
  ]
  expect([one.chave, other.chave]).toEqual(ids)
  expect(other.id).not.toBe(one.id)
  expect(JSON.parse(one.ligacao_params)).toEqual({
    call_id: ids[0],
    em: '1732600000.123456789012',
    n: [ids[0], 42, 0.30000000000000004],
  })
  await desk.cancel(`{"ramal":101,"ligacao_params":{"call_id":${ids[0]}}}`)
  const { rows } = await desk.database.pool.query('SELECT chave, telefone, estado FROM ligacao ORDER BY chave')
  expect(rows).toEqual([
    { chave: ids[0], telefone: '37988886661', estado: 'cancelada' },
    { chave: ids[1], telefone: '11977776662', estado: 'aberta' },
  ])
})
