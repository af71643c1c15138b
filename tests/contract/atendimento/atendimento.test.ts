import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deskDay } from '#server/protocolo/rules/period'
import type { Request } from '../../support/request.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
let ana: string
let bruno: string
beforeAll(async () => {
  ana = await desk.cookie('ana')
  bruno = await desk.cookie('bruno')
})
beforeEach(() => desk.clear())

const as = (cookie: string, request: Request) => desk.send({ ...request, headers: { cookie, origin: desk.url } })
const ring = async (n = 0, ramal = 101) =>
  String((await desk.notify({ ramal, id_cliente: 1, ligacao_params: { id: n } })).headers['x-ligacao-id'])
const open = (cookie: string, id: string) =>
  as(cookie, { method: 'POST', path: `/api/painel/ligacoes/${id}/atendimento` })
const save = (cookie: string, id: number, body: object) =>
  as(cookie, { method: 'PATCH', path: `/api/painel/atendimentos/${id}`, body })

describe('opening a ticket', () => {
  test('gives the protocol at once, and every screen of the agent shows it', async () => {
    const screen = await desk.screen('ana')
    const other = await desk.screen('bruno')
    const answer = await open(ana, await ring())
    expect(answer.status).toBe(200)
    const { atendimento } = answer.json
    const day = deskDay(new Date(), 'America/Sao_Paulo').replaceAll('-', '')
    expect(atendimento).toMatchObject({
      protocolo: `${day}000001`,
      protocolo_formatado: `${day.slice(0, 4)} ${day.slice(4)} 000 001`,
      estado: 'aberto',
      descricao: '',
      versao: 1,
    })
    expect(await screen.events()).toEqual(['ligacao:aberta', 'ligacao:atualizada'])
    expect(screen.heard[1]?.ligacao.atendimento).toEqual(atendimento)
    expect(await other.events()).toEqual([])
  })

  test('by many clicks at once is one ticket with one protocol', async () => {
    const id = await ring()
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(ana, id)))
    expect(new Set(answers.map(({ json }) => json.atendimento.protocolo)).size).toBe(1)
    expect((await desk.database.pool.query('SELECT 1 FROM atendimento')).rowCount).toBe(1)
    expect((await desk.database.pool.query('SELECT ultimo FROM protocolo_diario')).rows).toEqual([{ ultimo: 1 }])
  })

  test('thirty at once are thirty distinct consecutive protocols', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => ring(n, n % 2 ? 101 : 102)))
    const answers = await Promise.all(ids.map((id, n) => open(n % 2 ? ana : bruno, id)))
    const numbers = answers.map(({ json }) => Number(json.atendimento.protocolo)).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, n) => (numbers[0] ?? 0) + n))
  })

  test('past the day’s last number gives none, and leaves the call as it was', async () => {
    const id = await ring()
    const { pool } = desk.database
    const day = deskDay(new Date(), 'America/Sao_Paulo')
    await pool.query('INSERT INTO protocolo_diario VALUES ($1, 999998)', [day])
    expect((await open(ana, await ring(1))).json.atendimento.protocolo).toBe(`${day.replaceAll('-', '')}999999`)
    expect((await open(ana, id)).status).toBe(500)
    expect(desk.expectErrors().map(({ msg }) => msg)).toEqual(['a request failed'])
    expect((await pool.query('SELECT ultimo FROM protocolo_diario')).rows).toEqual([{ ultimo: 999_999 }])
    expect((await pool.query('SELECT atendida_em FROM ligacao WHERE id = $1', [id])).rows).toEqual([
      { atendida_em: null },
    ])
  })

  test('wants a call of one’s own, and an open one', async () => {
    const hers = await ring(1)
    expect((await open(bruno, hers)).status).toBe(404)
    await desk.cancel({ ramal: 101, ligacao_params: { id: 1 } })
    expect((await open(ana, hers)).status).toBe(404)
    expect((await open(ana, 'nada')).status).toBe(404)
    expect((await open(ana, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await desk.database.pool.query('SELECT 1 FROM atendimento')).rowCount).toBe(0)
  })
})

describe('the words of a ticket', () => {
  test('are saved on top of the version that was read; a second tab that read before gets 409', async () => {
    const { id } = (await open(ana, await ring())).json.atendimento
    expect((await save(ana, id, { versao: 1, descricao: 'sem sinal' })).json.atendimento).toMatchObject({
      versao: 2,
      descricao: 'sem sinal',
    })
    const late = await save(ana, id, { versao: 1, descricao: 'outra aba' })
    expect(late.status).toBe(409)
    const [kept] = (await as(ana, { path: '/api/painel/atendimentos' })).json.atendimentos
    expect(kept).toMatchObject({ id, versao: 2, descricao: 'sem sinal' })
  })

  test('by two tabs at once: one is saved, one is told', async () => {
    const { id } = (await open(ana, await ring())).json.atendimento
    const both = await Promise.all(['a', 'b'].map((descricao) => save(ana, id, { versao: 1, descricao })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('outlive the call that was cancelled', async () => {
    const { id } = (await open(ana, await ring())).json.atendimento
    await desk.cancel({ ramal: 101 })
    const closed = (await save(ana, id, { versao: 1, descricao: 'ele desligou', estado: 'fechado' })).json.atendimento
    expect(closed).toMatchObject({ estado: 'fechado', fechado_em: expect.any(String) })
    // Closing it again does not change the time at which it was closed.
    const again = (await save(ana, id, { versao: 2, descricao: 'ele desligou.', estado: 'fechado' })).json.atendimento
    expect(again).toMatchObject({ descricao: 'ele desligou.', fechado_em: closed.fechado_em })
    expect((await as(ana, { path: '/api/painel/atendimentos' })).json.atendimentos).toEqual([])
    const { json } = await as(ana, { path: '/api/painel/atendimentos?estado=fechado' })
    expect([json.atendimentos.length, json.total]).toEqual([1, 1])
  })

  test('are another agent’s to neither read nor write', async () => {
    const { id } = (await open(ana, await ring())).json.atendimento
    expect((await save(bruno, id, { versao: 1, descricao: 'x' })).status).toBe(404)
    expect((await as(bruno, { path: '/api/painel/atendimentos' })).json.atendimentos).toEqual([])
    expect((await as(ana, { path: '/api/painel/atendimentos' })).json.atendimentos[0].descricao).toBe('')
  })

  test.each([
    [{}],
    [{ versao: 'x' }],
    [{ versao: 1, descricao: 7 }],
    [{ versao: 1, estado: 'perdido' }],
    [{ versao: 1, descricao: 'x'.repeat(20_001) }],
  ])('that make no sense are refused: %j', async (body) => {
    const { id } = (await open(ana, await ring())).json.atendimento
    const answer = await save(ana, id, body)
    expect(answer.status).toBe(422)
    expect(answer.json).toMatchObject({ status: 'error', errors: [expect.any(String)] })
  })
})

describe('another agent’s call', () => {
  test.each([
    ['fechar', undefined],
    ['cliente', { id_cliente: 2 }],
    ['atendimento', undefined],
  ])('is nobody’s to %s', async (what, body) => {
    const id = await ring()
    const screen = await desk.screen('ana')
    expect((await as(bruno, { method: 'POST', path: `/api/painel/ligacoes/${id}/${what}`, body })).status).toBe(404)
    expect((await desk.send({ method: 'POST', path: `/api/painel/ligacoes/${id}/${what}`, body })).status).toBe(401)
    expect(await screen.events()).toEqual([])
    expect(screen.first.ligacoes[0]).toMatchObject({ id, cliente: { id_cliente: 1 } })
  })
})

describe('the customer of a call', () => {
  const link = (id: string, body: object) => as(ana, { path: `/api/painel/ligacoes/${id}/cliente`, body })

  test('is linked by hand, shown everywhere, and survives a repeated notification', async () => {
    const screen = await desk.screen('ana')
    const call = { ramal: 101, telefone: '37998889999', ligacao_params: { id: 9 } }
    const id = String((await desk.notify(call)).headers['x-ligacao-id'])
    expect((await link(id, { id_cliente: '4' })).json.ligacao.cliente.id_cliente).toBe(4)
    await desk.notify({ ...call, id_cliente: 2 })
    const [ligacao] = (await screen.sync()).ligacoes
    expect(ligacao?.cliente?.id_cliente).toBe(4)
  })

  test('must exist', async () => {
    const id = await ring()
    expect((await link(id, { id_cliente: 999_999 })).status).toBe(409)
    expect((await link(id, { id_cliente: 0 })).status).toBe(422)
    expect((await desk.screen('ana')).first.ligacoes[0]?.cliente?.id_cliente).toBe(1)
  })

  test('the agent closes the window, twice, and the screens hear of it once', async () => {
    const screen = await desk.screen('ana')
    const id = await ring()
    for (let n = 0; n < 2; n++)
      expect((await as(ana, { method: 'POST', path: `/api/painel/ligacoes/${id}/fechar` })).json.ligacao).toMatchObject(
        {
          estado: 'fechada',
          encerrada_por: 'atendente',
        },
      )
    expect(await screen.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada'])
  })
})
