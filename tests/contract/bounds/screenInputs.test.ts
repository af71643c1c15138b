import { beforeAll, describe, expect, test } from 'vitest'
import type { Request } from '../../support/request.ts'
import { useDesk } from '../../support/useDesk.ts'
import { json, lists, refused } from './refused.ts'

const desk = useDesk()
let cookies: { ana: string; admin: string }
let ligacao: string
let atendimento: number

beforeAll(async () => {
  cookies = { ana: await desk.cookie('ana'), admin: await desk.cookie('admin') }
  const { headers } = await desk.notify({ ramal: 101, id_cliente: 1, ligacao_params: { id: 'limites' } })
  ligacao = String(headers['x-ligacao-id'])
  const opened = await asAna({ method: 'POST', path: `/api/painel/ligacoes/${ligacao}/atendimento` })
  atendimento = opened.json.atendimento.id
})

const asAna = (request: Request) => desk.send({ ...request, headers: { cookie: cookies.ana, ...request.headers } })
const asAdmin = (request: Request) => desk.send({ ...request, headers: { cookie: cookies.admin, ...request.headers } })

describe('on the screens', () => {
  const beyond = [2_147_483_648, 3_000_000_000, 9_007_199_254_740_991]

  test('an id beyond 32 bits is treated as unknown: the answer is 404, 409 or an empty list', async () => {
    for (const id of [...beyond, '9'.repeat(400)]) {
      refused(await asAdmin({ path: `/api/painel/clientes/${id}` }), 404)
      refused(await asAna({ method: 'POST', path: `/api/painel/clientes/${id}/documento` }), 404)
      refused(await asAna({ method: 'PATCH', path: `/api/painel/atendimentos/${id}`, body: { versao: 1 } }), 404)
      refused(await asAdmin({ path: `/api/painel/atendimentos/${id}` }), 404)
      refused(await asAna({ path: `/api/painel/atendimentos/${id}/modelos` }), 404)
      refused(await asAna({ path: `/api/painel/atendimentos/${id}/cliente`, body: { id_cliente: 1 } }), 404)
      refused(await asAdmin({ path: `/api/painel/opcoes_atendimento/${id}`, body: { ativo: true } }), 404)
      refused(await asAdmin({ path: `/api/painel/modelos_texto/${id}`, body: { ativo: true } }), 404)
      const list = await asAdmin({ path: `/api/painel/atendimentos/lista?usuario=${id}&id_motivo=${id}` })
      expect(list.json).toMatchObject({ status: 'success', atendimentos: [], apos: null })
      refused(await asAdmin({ path: `/api/painel/faturamento/${id}/estorno`, body: { motivo: 'x' } }), 404)
      refused(await asAdmin({ path: `/api/painel/tipos_servico/${id}`, body: { ativo: true } }), 404)
      const ledger = await asAdmin({ path: `/api/painel/faturamento?cliente=${id}&autor=token:${id}` })
      expect(ledger.json).toMatchObject({ status: 'success', eventos: [] })
    }
    const { headers } = await desk.notify({ ramal: 101, ligacao_params: { id: 'sem cliente' } })
    for (const id_cliente of beyond)
      refused(
        await asAna({ path: `/api/painel/ligacoes/${headers['x-ligacao-id']}/cliente`, body: { id_cliente } }),
        409,
      )
  })

  test('an id that is not a number, or not a UUID, is refused', async () => {
    for (const id of [
      '0',
      '-1',
      '1.5',
      '1e2',
      '0x10',
      '%20',
      'NaN',
      'abc',
      '%00',
      '1%00',
      '%F0%9F%98%80',
      'constructor',
    ])
      refused(await asAdmin({ path: `/api/painel/clientes/${id}` }), 422, 'id')
    for (const id of ['%00', '%ud800', 'x'.repeat(5_000), `${ligacao}%00`])
      refused(await asAna({ method: 'POST', path: `/api/painel/ligacoes/${id}/fechar` }), id === '%ud800' ? 400 : 404)
  })

  test('an impossible ticket version is refused with 422', async () => {
    const save = (versao: unknown) =>
      asAna({ method: 'PATCH', path: `/api/painel/atendimentos/${atendimento}`, body: { versao } })
    for (const versao of [...beyond, -2_147_483_649, 1.5, '1', null, { toString: 1 }])
      refused(await save(versao), 422, 'versao')
    refused(await save(2_147_483_647), 409)
  })

  test('a ticket’s text loses NUL, and a broken surrogate becomes the replacement character', async () => {
    const path = `/api/painel/atendimentos/${atendimento}`
    const { json: read } = await asAna({ method: 'PATCH', path, body: '{"versao":1,"descricao":"a\\u0000b\\ud800c"}' })
    expect(read.atendimento.descricao).toBe('ab\ufffdc')
  })

  test.each([
    ['/api/painel/auditoria?acao=%00', 'acao'],
    ['/api/painel/auditoria?acao=a%00b&apos=1', 'acao'],
    ['/api/painel/auditoria?acao=a&acao=b', 'acao'],
    ['/api/painel/auditoria?apos=9999999999999999999', 'apos'],
    ['/api/painel/auditoria?apos=%00', 'apos'],
    ['/api/painel/faturamento?apos=1-2147483648', 'apos'],
    ['/api/painel/faturamento?apos=999999999999999-1', 'apos'],
    ['/api/painel/faturamento?apos=1-9999999999', 'apos'],
    ['/api/painel/faturamento?apos=%00', 'apos'],
    ['/api/painel/faturamento?cliente=-1', 'cliente'],
    ['/api/painel/faturamento?tipo=%00&tipo=x', 'tipo'],
    ['/api/painel/faturamento/totais?data_inicio=0000-01-01', 'data_inicio'],
    ['/api/painel/faturamento/exportar?data_fim=2026-02-31', 'data_fim'],
    ['/api/painel/ligacoes?apos=9999999999999-x', 'apos'],
    ['/api/painel/ligacoes?estado=%00', 'estado'],
    ['/api/painel/atendimentos?estado=%00', 'estado'],
    ['/api/painel/atendimentos/lista?termo=a%00b', 'termo'],
    ['/api/painel/atendimentos/lista?apos=1-2147483648', 'apos'],
    ['/api/painel/atendimentos/exportar?data_fim=2026-02-31', 'data_fim'],
    ['/api/painel/clientes?termo=a%00b', 'termo'],
    ['/api/painel/clientes?codigo_pacote=%00', 'codigo_pacote'],
    ['/api/painel/clientes/total?termo=%00', 'termo'],
    ['/api/painel/clientes/exportar?formato=csv&termo=x%00', 'termo'],
    ['/api/painel/clientes/exportar?formato=%00', 'formato'],
    ['/api/painel/clientes/busca?termo=%00', 'termo'],
    ['/api/painel/clientes/busca', 'termo'],
  ])('%s is refused with an error at its parameter', async (path, field) =>
    refused(await asAdmin({ path }), 422, field),
  )

  test.each(['-1', '1.5', '1e3', 'AAAA', '%00', '10000001', '99999999999999999999', '0&pular=1'])(
    'the customer list with pular=%s is refused',
    async (pular) => {
      refused(await asAdmin({ path: `/api/painel/clientes?pular=${pular}` }), 422, 'pular')
    },
  )

  test('a billing event with an invalid amount, text, service id or extra field is refused', async () => {
    const sound = {
      id_cliente_servico: 1,
      id_tipo_servico: 1,
      tipo: 'desconto',
      descricao: 'x',
      valor: 1,
      parcelado: false,
    }
    const sent = (changes: string) =>
      asAdmin({
        path: '/api/painel/faturamento',
        headers: { ...json, 'idempotency-key': 'limites' },
        body: `${JSON.stringify({ ...sound, proximo_faturamento: true }).slice(0, -1)},${changes}}`,
      })
    for (const valor of [
      '1e400',
      '-0',
      '1e-7',
      `"${'9'.repeat(50_000)}"`,
      `"0.${'0'.repeat(50_000)}1"`,
      '{"toString":1}',
      '"١"',
    ])
      refused(await sent(`"valor":${valor}`), 422, 'valor')
    for (const text of ['"\\u0000"', '"\\ud800"', '"   "', `"${'x'.repeat(1_001)}"`, '{}', '1'])
      refused(await sent(`"descricao":${text}`), 422, 'descricao')
    for (const id of ['2147483648', '9007199254740991', '"99999999999999999999"', '1e400'])
      refused(await sent(`"id_cliente_servico":${id}`), 422, 'id_cliente_servico')
    refused(await sent(`"outro":${lists(20_000)}`), 422, 'outro')
  })
})

describe('at sign-in', () => {
  const origin = { ...json, origin: undefined }
  const path = '/api/auth/sign-in/username'

  test('an invalid Host header changes nothing: a wrong password gets 401, and signing out works', async () => {
    for (const host of ['a b', '', '[', 'a:b:c', 'é', '%', 'localhost:99999999']) {
      const answer = await desk.send({
        path,
        headers: { ...origin, host },
        body: { username: 'ana', password: 'errada' },
      })
      expect(answer.status, JSON.stringify(host)).toBe(401)
      expect((await desk.send({ method: 'POST', path: '/api/auth/sign-out', headers: { host } })).status).toBe(200)
    }
  })

  test.each([
    [400, '{'],
    [422, '[]'],
    [422, 'null'],
    [422, '"x"'],
    [422, '{"username":1,"password":2}'],
    [422, '{"username":"ana"}'],
    [422, '{"username":"a\\u0000na","password":"x"}'],
    [422, '{"username":"\\ud800","password":"\\ud800"}'],
    [422, `{"username":"ana","password":${lists(20_000)}}`],
    [422, `{"username":"ana","password":"${'x'.repeat(60_000)}"}`],
    [422, `{"username":"${'a'.repeat(60_000)}","password":"x"}`],
    [401, '{"username":"ana","password":"x","rememberMe":"x","callbackURL":{"toString":1}}'],
    [400, '{"__proto__":{"username":"ana"},"password":"x"}'],
  ])('a request gets %i for the body %.60s', async (status, body) =>
    refused(await desk.send({ path, headers: origin, body }), status),
  )
})
