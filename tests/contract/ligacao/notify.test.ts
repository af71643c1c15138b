import { beforeEach, describe, expect, test } from 'vitest'
import { demoTelefones } from '#server/demo/demoClientes'
import { addWideClientes } from '../../support/addWideClientes.ts'
import type { Screen } from '../../support/screen.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
let ana: Screen
let bruno: Screen
beforeEach(async () => {
  await desk.clear()
  ana = await desk.screen('ana')
  bruno = await desk.screen('bruno')
})

const latest = (screen: Screen) => screen.heard.at(-1)?.ligacao
/** Events of windows that opened or closed. Leaves out updates about the other calls of a ring group. */
const windows = async (screen: Screen) => (await screen.events()).filter((event) => event !== 'ligacao:atualizada')
const keyed = (call_id: unknown, telefone?: string) => ({ ramal: 101, telefone, ligacao_params: { call_id } })

describe('a notification', () => {
  test('opens the window on the called user’s screens and nobody else’s', async () => {
    const anaToo = await desk.screen('ana')
    const answer = await desk.notify({ ramal: 101, telefone: 37999912222 })
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('{"status":"success","msg":"Ligação notificada com sucesso"}')
    expect(answer.headers['x-telas']).toBe('2')
    expect(await ana.events()).toEqual(['ligacao:aberta'])
    expect(await anaToo.events()).toEqual(['ligacao:aberta'])
    expect(await bruno.events()).toEqual([])
    // Guard: Bruno's screen is connected, for his own call reaches him and only him.
    await desk.notify({ ramal: 102 })
    expect(await bruno.events()).toEqual(['ligacao:aberta'])
    expect(await ana.events()).toEqual(['ligacao:aberta'])
    expect(latest(ana)).toMatchObject({
      id: answer.headers['x-ligacao-id'],
      versao: 1,
      estado: 'aberta',
      ramal: '101',
      identificador_interno: 'ana01',
      telefone: '37999912222',
      telefone_formatado: '(37) 99991-2222',
      ligacao_params: null,
      origem: null,
      cliente: { nome_razaosocial: 'Maria da Conceição Ávila' },
      candidatos: [],
      atendimento: null,
      encerrada_em: null,
      encerrada_por: null,
    })
    // The event equals the row in the snapshot.
    expect((await ana.sync()).ligacoes).toEqual([latest(ana)])
  })

  test('for a user with no screen open succeeds, and the window waits for the next screen', async () => {
    ana.close()
    await ana.ended
    const answer = await desk.notify({ identificador_interno: 'ana01' })
    expect(answer.status).toBe(200)
    // The server may notice late that the socket is gone, so X-Telas is not checked; the window waits either way.
    const again = await desk.screen('ana')
    expect(again.first.ligacoes.map(({ id }) => id)).toEqual([answer.headers['x-ligacao-id']])
  })

  test('is committed before it is published', async () => {
    const seen = new Promise<number | null>((resolve) => {
      ana.socket.once('ligacao:aberta', ({ id }) => {
        desk.database.pool.query('SELECT 1 FROM ligacao WHERE id = $1', [id]).then(({ rowCount }) => resolve(rowCount))
      })
    })
    await desk.notify({ ramal: 101 })
    expect(await seen).toBe(1)
  })

  test('without a telephone and one with a telephone open two windows', async () => {
    await desk.notify({ ramal: 101 })
    await ana.sync()
    expect(latest(ana)).toMatchObject({
      telefone: null,
      telefone_formatado: 'número não informado',
    })
    await desk.notify({ ramal: 101, telefone: demoTelefones.desconhecido })
    expect((await ana.sync()).ligacoes).toHaveLength(2)
  })
})

describe('the customer of a call', () => {
  const shown = async (body: object) => {
    await desk.notify({ ramal: 101, ...body })
    await ana.sync()
    return latest(ana)
  }

  test('is the one that the request names, even if the telephone is another customer’s', async () => {
    expect((await shown({ id_cliente: 2, telefone: demoTelefones.conhecido }))?.cliente?.id_cliente).toBe(2)
  })

  test('is the one whose telephone matches, however it is written', async () => {
    for (const telefone of ['37999912222', '+5537999912222', '037999912222', '3799912222'])
      expect((await shown({ telefone, ligacao_params: { id: telefone } }))?.cliente?.id_cliente).toBe(1)
    expect((await shown({ telefone: demoTelefones.semNonoDigito }))?.cliente?.nome_razaosocial).toBe(
      'João Antônio de Souza Müller',
    )
  })

  test('is left open if several have the telephone: up to twenty are offered, active contracts first', async () => {
    const ligacao = await shown({ telefone: demoTelefones.compartilhado })
    expect(ligacao?.cliente).toBeNull()
    const names = ligacao?.candidatos.map(({ nome_razaosocial }) => nome_razaosocial)
    expect(names).toHaveLength(3)
    expect(names?.at(-1)).toBe('Luís Gonçalves Brandão')

    await addWideClientes(desk.database, 21)
    await desk.database.pool.query(
      `INSERT INTO cliente_telefone (chave, id_cliente) SELECT '3733330000', id_cliente FROM cliente WHERE id_cliente > 100000`,
    )
    expect((await shown({ telefone: '3733330000' }))?.candidatos).toHaveLength(20)
  })

  test('is empty, without candidates, if nobody has the telephone', async () => {
    expect(await shown({ telefone: demoTelefones.desconhecido })).toMatchObject({ cliente: null, candidatos: [] })
    expect(await shown({ telefone: demoTelefones.estrangeiro })).toMatchObject({ cliente: null, candidatos: [] })
  })
})

describe('a repeated notification', () => {
  test('with the same key within ten seconds sends no event and opens no second window', async () => {
    const [first, second] = [await desk.notify(keyed('a', '37999912222')), await desk.notify(keyed('a', '37999912222'))]
    expect(second.headers['x-ligacao-id']).toBe(first.headers['x-ligacao-id'])
    expect(await ana.events()).toEqual(['ligacao:aberta'])
    expect((await ana.sync()).ligacoes).toHaveLength(1)
  })

  test('with the same telephone in another spelling opens no second window', async () => {
    const first = await desk.notify({ ramal: 101, telefone: '+5537999912222' })
    const second = await desk.notify({ identificador_interno: 'ANA01', telefone: 3799912222 })
    expect(second.headers['x-ligacao-id']).toBe(first.headers['x-ligacao-id'])
    expect((await ana.sync()).ligacoes).toHaveLength(1)
  })

  test.each([
    ['İx', 'ix'],
    ['ΟΔΟΣ', 'οδοσ'],
  ])(
    'with the identificador_interno %s in lower case means the same window, and so does its cancel',
    async (own, sent) => {
      await desk.user({ usuario: `id-${sent.length}`, identificador_interno: own })
      const body = { identificador_interno: sent, telefone: '37999912222' }
      const first = await desk.notify(body)
      expect(first.status).toBe(200)
      const again = await desk.notify(body)
      expect([again.status, again.headers['x-ligacao-id']]).toEqual([200, first.headers['x-ligacao-id']])
      expect((await desk.cancel(body)).headers['x-ligacao-id']).toBe(first.headers['x-ligacao-id'])
    },
  )

  test('with new fields updates the window at once, and the fields that it leaves out stay', async () => {
    await desk.notify(keyed('a'))
    await desk.notify({ ...keyed('a', '37999912222'), id_cliente: 3 })
    await desk.notify(keyed('a'))
    expect(await ana.events()).toEqual(['ligacao:aberta', 'ligacao:atualizada'])
    expect(latest(ana)).toMatchObject({ telefone: '37999912222', cliente: { id_cliente: 3 } })
    const versions = ana.heard.map(({ ligacao }) => ligacao.versao)
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
  })

  test.each([
    ['while it is open', false],
    ['when it rings again', true],
  ])('%s, the customer that the exchange named stays, whoever’s telephone it is', async (_when, isOver) => {
    const maria = keyed('a', '37999912222')
    await desk.notify({ ...maria, id_cliente: 3 })
    if (isOver) {
      await desk.cancel(maria)
      await desk.database.pool.query(`UPDATE ligacao SET encerrada_em = encerrada_em - interval '1 minute'`)
    }
    await desk.notify({ ...maria, telefone: '+5537999912222' })
    await ana.sync()
    expect(latest(ana)).toMatchObject({ telefone: '+5537999912222', cliente: { id_cliente: 3 } })
  })

  test('that brings the telephone keeps the customer that the exchange named', async () => {
    await desk.notify({ ...keyed('a'), id_cliente: 3 })
    await desk.notify(keyed('a', '37999912222'))
    await ana.sync()
    expect(latest(ana)).toMatchObject({ telefone: '37999912222', cliente: { id_cliente: 3 } })
  })

  describe('with another number under the same key', () => {
    const [maria, nobodys] = [keyed('a', '37999912222'), keyed('a', demoTelefones.desconhecido)]
    const link = async (ligacaoId: string, path: string, body: object) => {
      expect((await desk.act('ana', ligacaoId, path, body)).status).toBe(200)
    }
    const ended = async () => {
      await desk.cancel(keyed('a'))
      await desk.database.pool.query(`UPDATE ligacao SET encerrada_em = encerrada_em - interval '1 minute'`)
    }
    const shown = async () => {
      await ana.sync()
      return latest(ana)?.cliente?.id_cliente ?? null
    }

    test.each([
      ['while it is open', async () => {}],
      ['when it rings again', ended],
    ])('%s, the customer is the one of that number, or nobody', async (_when, meanwhile) => {
      await desk.notify(maria)
      await meanwhile()
      await desk.notify(nobodys)
      expect(await shown()).toBeNull()
      await meanwhile()
      await desk.notify({ ...nobodys, id_cliente: 3 })
      expect(await shown()).toBe(3)
      await meanwhile()
      await desk.notify(maria)
      expect(await shown()).toBe(1)
      // A retransmission without a number keeps the number.
      await desk.notify(keyed('a'))
      expect(await shown()).toBe(1)
    })

    test('the customer whom the agent chose stays while the window is open, and later only with a ticket', async () => {
      const id = await desk.ring(maria)
      await link(id, 'cliente', { id_cliente: 2 })
      await desk.notify(nobodys)
      expect(await shown()).toBe(2)
      await ended()
      await desk.notify(maria)
      expect(await shown()).toBe(1)
      await link(id, 'atendimento', {})
      await ended()
      await desk.notify(nobodys)
      expect(await shown()).toBe(1)
    })
  })

  test.each(['call_id', 'uniqueid', 'linkedid', 'id'])('%s is a key, as text or number', async (name) => {
    const one = await desk.notify({ ramal: 101, telefone: '3732211234', ligacao_params: { [name]: 1763.25 } })
    const two = await desk.notify({ ramal: 101, telefone: '37999912222', ligacao_params: { [name]: '1763.25' } })
    expect(two.headers['x-ligacao-id']).toBe(one.headers['x-ligacao-id'])
  })

  test('with another key for the same telephone opens a second window', async () => {
    await desk.notify(keyed('a', '37999912222'))
    await desk.notify(keyed('b', '37999912222'))
    expect((await ana.sync()).ligacoes).toHaveLength(2)
  })

  test('with one uniqueid at two extensions opens a window at each, and a cancel closes only its own', async () => {
    const group = { telefone: '37999912222', ligacao_params: { uniqueid: 'g1' } }
    const one = await desk.notify({ ramal: 101, ...group })
    const two = await desk.notify({ ramal: 102, ...group })
    expect(one.headers['x-ligacao-id']).not.toBe(two.headers['x-ligacao-id'])
    expect(await windows(ana)).toEqual(['ligacao:aberta'])
    expect(await windows(bruno)).toEqual(['ligacao:aberta'])
    await desk.cancel({ ramal: 102, ...group })
    expect(await windows(ana)).toEqual(['ligacao:aberta'])
    expect(await windows(bruno)).toEqual(['ligacao:aberta', 'ligacao:encerrada'])
  })

  test('with a key opens nothing a moment after its call was cancelled or closed', async () => {
    const one = await desk.notify(keyed('a', '37999912222'))
    await desk.cancel(keyed('a'))
    const two = await desk.ring(keyed('b', '37999912222'))
    expect((await desk.act('ana', two, 'fechar')).status).toBe(200)
    const before = await ana.events()
    const again = await desk.notify(keyed('a', '37999912222'))
    expect(again.status).toBe(200)
    expect(again.headers).toMatchObject({ 'x-ligacao-id': one.headers['x-ligacao-id'], 'x-telas': '0' })
    await desk.notify(keyed('b', '37999912222'))
    expect(await ana.events()).toEqual(before)
    expect((await ana.sync()).ligacoes).toEqual([])
  })

  test('without a key, after a cancel, rings as a new call', async () => {
    const one = await desk.notify({ ramal: 101, telefone: '37999912222' })
    await desk.cancel({ ramal: 101, telefone: '37999912222' })
    const two = await desk.notify({ ramal: 101, telefone: '37999912222' })
    expect(two.headers['x-ligacao-id']).not.toBe(one.headers['x-ligacao-id'])
    expect((await ana.sync()).ligacoes).toHaveLength(1)
  })
})
