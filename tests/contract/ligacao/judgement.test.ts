import { expect } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { cancelar, notificar } from '../../support/desk.ts'
import { runScenarios, type Scenario } from '../../support/scenario.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()

const broken = '{"ramal": '
const tooMuch = JSON.stringify({ ramal: 101, ligacao_params: { nota: 'x'.repeat(64 * 1024) } })
const json = { 'content-type': 'application/json' }
const errorShape = ['"status":"error"', '"msg":', '"errors":[', '"campos":', '"id_requisicao":']

/**
 * In the order of the checks: a request with two mistakes gets the answer of the earlier check. docs/interface.md:
 * Errors.
 */
const rowsFor = (path: string): Scenario[] => [
  {
    name: '405 before 401, with the methods allowed',
    request: { method: 'GET', path, authorization: undefined },
    status: 405,
    headers: { allow: 'POST' },
  },
  {
    name: '405 for PUT with a body',
    request: { method: 'PUT', path, body: {} },
    status: 405,
    headers: { allow: 'POST' },
  },
  {
    name: '405 before 413',
    request: { method: 'PUT', path, body: tooMuch },
    status: 405,
    headers: { allow: 'POST' },
  },
  {
    name: '405 before 415',
    request: { method: 'PATCH', path, body: 'x', headers: { 'content-type': 'text/plain' } },
    status: 405,
  },
  { name: '405 before 400', request: { method: 'PUT', path, body: broken }, status: 405 },
  { name: '405 for a method with a body whose type is not told', request: { method: 'QUERY', path }, status: 405 },
  {
    name: '401 before 413',
    request: { path, body: tooMuch, authorization: undefined },
    status: 401,
    headers: { 'www-authenticate': /^Bearer realm="Alo"$/ },
  },
  {
    name: '401 before 415',
    request: { path, body: 'ramal=101', headers: { 'content-type': 'text/plain' }, authorization: 'x' },
    status: 401,
  },
  { name: '401 before 400', request: { path, body: broken, authorization: 'alo_x' }, status: 401 },
  { name: '401 before 422', request: { path, body: {}, authorization: 'Bearer alo_x' }, status: 401 },
  { name: '413 over 64 KiB', request: { path, body: tooMuch }, status: 413, content: ['64 KiB'] },
  {
    name: '413 over 64 KiB whatever length was announced',
    request: { path, body: tooMuch, headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' } },
    status: 413,
  },
  {
    name: '415 for a form',
    request: { path, body: 'ramal=101', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    status: 415,
    content: ['Content-Type: application/json'],
  },
  {
    name: '415 for plain text',
    request: { path, body: '{"ramal":101}', headers: { 'content-type': 'text/plain' } },
    status: 415,
  },
  {
    name: '415 without a type',
    request: { path, body: '{"ramal":101}', headers: { 'content-type': undefined } },
    status: 415,
  },
  { name: '400 for half a JSON', request: { path, body: broken }, status: 400, content: ['JSON'] },
  { name: '400 for words', request: { path, body: 'ramal 101' }, status: 400 },
  { name: '400 for an empty body', request: { path, body: '' }, status: 400, content: ['vazio'] },
  { name: '400 for no body at all', request: { method: 'POST', path }, status: 400, content: ['vazio'] },
  { name: '400 for a poisoned prototype', request: { path, body: '{"ramal":101,"__proto__":{"a":1}}' }, status: 400 },
  {
    name: 'a charset is no mistake',
    request: {
      path,
      body: '{"ramal":102,"telefone":""}',
      headers: { 'content-type': 'application/json; charset=utf-8' },
    },
    status: 200,
    events: path === notificar ? { bruno: ['ligacao:aberta'] } : {},
  },
]

const withShape = (row: Scenario): Scenario =>
  row.status === 200
    ? row
    : { ...row, content: [...errorShape, ...(row.content ?? [])], absent: ['    at ', '/work', 'SyntaxError'] }

runScenarios(desk, 'notify judges in order', rowsFor(notificar).map(withShape))
runScenarios(desk, 'cancel judges in order', rowsFor(cancelar).map(withShape))

runScenarios(desk, 'unknown addresses', [
  ...[
    '/api',
    '/api/v1/integracao/pbx/ligacao',
    `${notificar}/`,
    `${notificar}/1`,
    '/api/v2/integracao/pbx/ligacao/notificar',
    '/api/painel/nada',
  ].map(
    (path): Scenario =>
      withShape({
        name: `404 ${path}`,
        request: { path, body: {}, headers: json, authorization: undefined },
        status: 404,
      }),
  ),
  ...[broken, 'x'].map((body) =>
    withShape({ name: `404 before ${body} is read`, request: { path: '/api/nada', body }, status: 404 }),
  ),
  withShape({ name: '400 for a broken percent sign', request: { path: '/api/%zz' }, status: 400 }),
  ...['100%', 'Jos%E9'].flatMap((text) => {
    const path = `/api/v1/integracao/cliente/all?codigo_pacote=${text}`
    return [
      withShape({ name: `400 for a query with ${text}`, request: { path, authorization: demoToken }, status: 400 }),
      withShape({ name: `401 before ${text} is looked at`, request: { path, authorization: undefined }, status: 401 }),
    ]
  }),
  withShape({
    name: '405 for the tickets',
    request: { method: 'DELETE', path: '/api/painel/atendimentos/1' },
    status: 405,
    headers: { allow: 'PATCH, GET' },
  }),
])

runScenarios(desk, 'fields that the specification does not name', [
  {
    name: 'are ignored and listed, percent-encoded',
    request: { path: notificar, body: { ramal: 101, 'prioridade alta': 1, ação: 2, 'a\r\nb': 3 } },
    status: 200,
    headers: { 'x-campos-ignorados': 'prioridade%20alta, a%C3%A7%C3%A3o, a%0D%0Ab' },
    events: { ana: ['ligacao:aberta'] },
  },
  {
    name: 'are at most twenty',
    request: {
      path: cancelar,
      body: { ramal: 101, ...Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`x${n}`, n])) },
    },
    status: 200,
    and: ({ headers }) => expect(String(headers['x-campos-ignorados']).split(', ')).toHaveLength(20),
  },
  {
    name: 'are listed as far as a header can be that programs and proxies take',
    request: {
      path: cancelar,
      body: { ramal: 101, ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => ['漢'.repeat(98) + n, n])) },
    },
    status: 200,
    and: ({ headers }) => {
      const told = String(headers['x-campos-ignorados'])
      expect(told.length).toBeLessThan(2_000)
      expect(told.split(', ').map(decodeURIComponent)).toEqual(['漢'.repeat(98) + 0, '漢'.repeat(98) + 1])
    },
  },
  {
    name: 'are listed from the address too, of a request with a body',
    request: { path: `${notificar}?ramal=102&prioridade=alta`, body: { ramal: 101, nota: 'x' } },
    status: 200,
    headers: { 'x-campos-ignorados': 'nota, ramal, prioridade' },
    events: { ana: ['ligacao:aberta'] },
  },
  {
    name: 'are not announced where there are none',
    request: { path: cancelar, body: { ramal: 101 } },
    status: 200,
    headers: { 'x-campos-ignorados': undefined },
  },
  {
    name: 'are listed beside mistakes',
    request: { path: notificar, body: { ramal: 999, foo: 1 } },
    status: 422,
    headers: { 'x-campos-ignorados': 'foo' },
  },
])
