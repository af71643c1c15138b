import { beforeEach, describe, expect, test } from 'vitest'
import { deskDay } from '#server/protocolo/rules/period'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
beforeEach(() => desk.clear())

const ring = (n = 0, ramal = 101) => desk.ring({ ramal, id_cliente: 1, ligacao_params: { id: n } })
const open = (usuario: string, id: string) => desk.act(usuario, id, 'atendimento')
const save = (usuario: string, id: number, body: object) => desk.as(usuario, `atendimentos/${id}`, body, 'PATCH')

describe('opening a ticket', () => {
  test('returns its protocolo and sends it to the agent’s screen, not to another agent’s', async () => {
    const screen = await desk.screen('ana')
    const other = await desk.screen('bruno')
    const answer = await open('ana', await ring())
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

  test('by many clicks at once creates one ticket with one protocolo', async () => {
    const id = await ring()
    const answers = await Promise.all(Array.from({ length: 10 }, () => open('ana', id)))
    expect(new Set(answers.map(({ json }) => json.atendimento.protocolo)).size).toBe(1)
    expect((await desk.database.pool.query('SELECT 1 FROM atendimento')).rowCount).toBe(1)
    expect((await desk.database.pool.query('SELECT ultimo FROM protocolo_diario')).rows).toEqual([{ ultimo: 1 }])
  })

  test('for thirty calls at once gives thirty consecutive protocolos', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => ring(n, n % 2 ? 101 : 102)))
    const answers = await Promise.all(ids.map((id, n) => open(n % 2 ? 'ana' : 'bruno', id)))
    const numbers = answers.map(({ json }) => Number(json.atendimento.protocolo)).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, n) => (numbers[0] ?? 0) + n))
  })

  test('fails after the day’s last protocolo (999999), and leaves the call unanswered', async () => {
    const id = await ring()
    const { pool } = desk.database
    const day = deskDay(new Date(), 'America/Sao_Paulo')
    await pool.query('INSERT INTO protocolo_diario VALUES ($1, 999998)', [day])
    expect((await open('ana', await ring(1))).json.atendimento.protocolo).toBe(`${day.replaceAll('-', '')}999999`)
    expect((await open('ana', id)).status).toBe(500)
    expect(desk.expectErrors().map(({ msg }) => msg)).toEqual(['a request failed'])
    expect((await pool.query('SELECT ultimo FROM protocolo_diario')).rows).toEqual([{ ultimo: 999_999 }])
    expect((await pool.query('SELECT atendida_em FROM ligacao WHERE id = $1', [id])).rows).toEqual([
      { atendida_em: null },
    ])
  })

  test('needs a call that is open and the agent’s own', async () => {
    const hers = await ring(1)
    expect((await open('bruno', hers)).status).toBe(404)
    await desk.cancel({ ramal: 101, ligacao_params: { id: 1 } })
    expect((await open('ana', hers)).status).toBe(404)
    expect((await open('ana', 'nada')).status).toBe(404)
    expect((await open('ana', '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await desk.database.pool.query('SELECT 1 FROM atendimento')).rowCount).toBe(0)
  })
})

describe('the text of a ticket', () => {
  test('is saved if the version is current; a tab with an older version gets 409', async () => {
    const { id } = (await open('ana', await ring())).json.atendimento
    expect((await save('ana', id, { versao: 1, descricao: 'sem sinal' })).json.atendimento).toMatchObject({
      versao: 2,
      descricao: 'sem sinal',
    })
    const late = await save('ana', id, { versao: 1, descricao: 'outra aba' })
    expect(late.status).toBe(409)
    const [kept] = (await desk.as('ana', 'atendimentos')).json.atendimentos
    expect(kept).toMatchObject({ id, versao: 2, descricao: 'sem sinal' })
  })

  test('from two tabs at once is saved once, and the other tab gets 409', async () => {
    const { id } = (await open('ana', await ring())).json.atendimento
    const both = await Promise.all(['a', 'b'].map((descricao) => save('ana', id, { versao: 1, descricao })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('can be saved, and the ticket closed, after its call was cancelled', async () => {
    const { id } = (await open('ana', await ring())).json.atendimento
    await desk.cancel({ ramal: 101 })
    const closed = (await save('ana', id, { versao: 1, descricao: 'ele desligou', estado: 'fechado' })).json.atendimento
    expect(closed).toMatchObject({ estado: 'fechado', fechado_em: expect.any(String) })
    // Closing it again does not change the time at which it was closed.
    const again = (await save('ana', id, { versao: 2, descricao: 'ele desligou.', estado: 'fechado' })).json.atendimento
    expect(again).toMatchObject({ descricao: 'ele desligou.', fechado_em: closed.fechado_em })
    expect((await desk.as('ana', 'atendimentos')).json.atendimentos).toEqual([])
    const { json } = await desk.as('ana', 'atendimentos?estado=fechado')
    expect([json.atendimentos.length, json.total]).toEqual([1, 1])
  })

  test('can be neither read nor changed by another agent', async () => {
    const { id } = (await open('ana', await ring())).json.atendimento
    expect((await save('bruno', id, { versao: 1, descricao: 'x' })).status).toBe(404)
    expect((await desk.as('bruno', 'atendimentos')).json.atendimentos).toEqual([])
    expect((await desk.as('ana', 'atendimentos')).json.atendimentos[0].descricao).toBe('')
  })

  test.each([
    [{}],
    [{ versao: 'x' }],
    [{ versao: 1, descricao: 7 }],
    [{ versao: 1, estado: 'perdido' }],
    [{ versao: 1, descricao: 'x'.repeat(20_001) }],
  ])('is refused if the request is invalid: %j', async (body) => {
    const { id } = (await open('ana', await ring())).json.atendimento
    const answer = await save('ana', id, body)
    expect(answer.status).toBe(422)
    expect(answer.json).toMatchObject({ status: 'error', errors: [expect.any(String)] })
  })
})

describe('another agent’s call', () => {
  test.each([
    ['fechar', undefined],
    ['cliente', { id_cliente: 2 }],
    ['atendimento', undefined],
  ])('refuses the action %s from other agents and from requests without a session', async (what, body) => {
    const id = await ring()
    const screen = await desk.screen('ana')
    expect((await desk.act('bruno', id, what, body)).status).toBe(404)
    expect((await desk.send({ method: 'POST', path: `/api/painel/ligacoes/${id}/${what}`, body })).status).toBe(401)
    expect(await screen.events()).toEqual([])
    expect(screen.first.ligacoes[0]).toMatchObject({ id, cliente: { id_cliente: 1 } })
  })
})

describe('the customer of a call', () => {
  const link = (id: string, body: object) => desk.act('ana', id, 'cliente', body)

  test('is chosen by the agent, and a repeated notification does not replace it', async () => {
    const screen = await desk.screen('ana')
    const call = { ramal: 101, telefone: '37998889999', ligacao_params: { id: 9 } }
    const id = await desk.ring(call)
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

  test('when the agent closes the window twice, the screens get one event', async () => {
    const screen = await desk.screen('ana')
    const id = await ring()
    for (let n = 0; n < 2; n++)
      expect((await desk.act('ana', id, 'fechar')).json.ligacao).toMatchObject({
        estado: 'fechada',
        encerrada_por: 'atendente',
      })
    expect(await screen.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada'])
  })
})
