import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import type { Answer, Request } from '../../support/request.ts'
import { useDesk } from '../../support/useDesk.ts'

const base = '/api/v1/integracao'
// biome-ignore lint/suspicious/noExplicitAny: the document is looked into as it came
type Json = any

const guarded = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
}

describe('the OpenAPI document', () => {
  let document: Json
  let ajv: Ajv2020
  const desk = useDesk({ requestsPerSecond: 100_000 })
  beforeAll(async () => {
    document = (await desk.send({ path: '/api/openapi.json' })).json
    ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema(closed(document), 'doc')
  })

  /** Validates a value against the schema at that place of the document. Returns the mistakes, or null. */
  function mistakes(pointer: string[], value: unknown): unknown {
    const ref = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const validate = ajv.compile({ $ref: `doc#/${ref}` })
    return validate(value) ? null : validate.errors
  }
  const everyOperation = (): { path: string; method: string; operation: Json }[] =>
    Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
  const jsonOf = (status: string, path: string, method: string) => [
    'paths',
    path,
    method,
    'responses',
    status,
    'content',
    'application/json',
    'schema',
  ]

  /** Compares a real answer's body and headers with what the document says about its status. */
  function hold(answer: Answer, path: string, method: string): void {
    const said = document.paths[path][method].responses[answer.status]
    expect(said, `${method} ${path} ${answer.status} is documented`).toBeDefined()
    if (answer.status !== 304) expect(mistakes(jsonOf(`${answer.status}`, path, method), answer.json)).toBeNull()
    const custom = Object.keys(answer.headers).filter((name) =>
      /^(x-(ligacao|telas|cache|campos)|etag|retry-after)/.test(name),
    )
    const told = Object.keys(said.headers ?? {}).map((name) => name.toLowerCase())
    expect(told).toEqual(expect.arrayContaining(custom))
  }

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(document))
    expect(result).toMatchObject({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('describes every operation of the integration interface and nothing else', () => {
    const documented = everyOperation().map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect(documented.sort()).toEqual([
      `GET ${base}/cliente`,
      `GET ${base}/cliente/all`,
      `GET ${base}/configuracao/tipo_servico`,
      `GET ${base}/pbx/ramais`,
      `POST ${base}/financeiro/evento_faturamento`,
      `POST ${base}/pbx/ligacao/cancelar`,
      `POST ${base}/pbx/ligacao/consultar`,
      `POST ${base}/pbx/ligacao/notificar`,
    ])
    for (const name of ['UsuarioAtual', 'Ligacao', 'Atendimento', 'ClienteResumo', 'ClienteExportado'])
      expect(Object.keys(document.components.schemas)).not.toContain(name)
    expect(Object.keys(document.components.schemas).filter((name) => name.endsWith('Input'))).toEqual([])
  })

  test('states for every operation that it needs the token and which errors it can answer', () => {
    for (const { operation, path } of everyOperation()) {
      expect(operation.security, path).toEqual([{ token: [] }])
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['200', '401', '403', '429', '500', '503']),
      )
      // These operations read no field, so they cannot answer 422; all others can.
      const unruled = [`${base}/configuracao/tipo_servico`, `${base}/pbx/ramais`]
      expect('422' in operation.responses, path).toBe(!unruled.includes(path))
      expect(operation.responses['429'].headers).toHaveProperty('Retry-After')
      expect(operation.responses['400'].description).toContain('endereço')
      for (const { name, in: where, description } of operation.parameters ?? [])
        expect(description, `${where} ${name} of ${path}`).toEqual(expect.any(String))
    }
  })

  test('has only examples that match their schemas', () => {
    let looked = 0
    // Guard: `mistakes` does find a wrong value, and a field that the document lacks.
    const body = { status: 'success', msg: 'Ligação notificada com sucesso' }
    const notified = jsonOf('200', `${base}/pbx/ligacao/notificar`, 'post')
    expect(mistakes(notified, body)).toBeNull()
    expect(mistakes(notified, { ...body, outro: 1 })).not.toBeNull()
    expect(mistakes(notified, { status: 'success' })).not.toBeNull()
    for (const { path, method, operation } of everyOperation()) {
      for (const [status, answer] of Object.entries<Json>(operation.responses)) {
        const { examples = {}, example } = answer.content?.['application/json'] ?? {}
        const values = [...Object.values<Json>(examples).map(({ value }) => value), ...(example ? [example] : [])]
        for (const value of values)
          expect(mistakes(jsonOf(status, path, method), value), `${path} ${status}`).toBeNull()
        looked += values.length
      }
      for (const { value } of Object.values<Json>(operation.requestBody?.content['application/json'].examples ?? {})) {
        expect(
          mistakes(['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'], value),
        ).toBeNull()
        looked += 1
      }
      expect(Object.keys(operation.responses['200'].content['application/json'].examples)).not.toEqual([])
    }
    expect(looked).toBeGreaterThan(40)
  })

  test('every example request of the PBX is taken, and answered as documented', async () => {
    for (const path of [`${base}/pbx/ligacao/notificar`, `${base}/pbx/ligacao/cancelar`]) {
      const { codigo_cliente } = await someServico()
      const examples = Object.values<Json>(document.paths[path].post.requestBody.content['application/json'].examples)
      for (const { value } of examples) {
        const body = value.codigo_cliente ? { ...value, codigo_cliente } : value
        const answer = await desk.send({ path, body: { ...body, 'outro campo': 1 }, authorization: demoToken })
        expect(answer.status).toBe(200)
        expect(answer.headers['x-campos-ignorados']).toBe('outro%20campo')
        hold(answer, path, 'post')
      }
    }
  })

  test('has request schemas that accept valid amounts, extensions and descriptions and reject invalid ones', () => {
    const said = (name: string, value: object) => mistakes(['components', 'schemas', name], value) === null
    const event = { id_cliente_servico: 1, id_tipo_servico: '2', tipo: 'desconto', descricao: 'x' }
    const charged = { ...event, parcelado: false, proximo_faturamento: true }
    const takes = (valor: unknown) => said('EventoFaturamentoRequisicao', { ...charged, valor })
    expect([10.3, 0.01, '10.30', '7'].map(takes)).toEqual([true, true, true, true])
    const untaken = ['10,30', '10.300', 0.001, 0, '', true]
    expect(untaken.map(takes)).toEqual(untaken.map(() => false))
    const rings = (body: object) => said('LigacaoRequisicao', body)
    expect([{ ramal: 101 }, { ramal: '007' }, { identificador_interno: 'Zoé7' }].map(rings)).toEqual([true, true, true])
    const none = [{}, { ramal: 'x' }, { identificador_interno: '' }, { identificador_interno: 'é'.repeat(65) }]
    expect(none.map(rings)).toEqual([false, false, false, false])
    for (const field of ['ramal', 'identificador_interno', 'telefone'])
      expect([-1, 1.5, 2 ** 53, 7].map((number) => rings({ ramal: 1, [field]: number }))).toEqual([
        false,
        false,
        false,
        true,
      ])
    const [, next] = document.components.schemas.EventoFaturamentoRequisicao.anyOf
    expect(next.properties.proximo_faturamento.description).toContain('no próximo faturamento')
    const says = (descricao: string) => said('EventoFaturamentoRequisicao', { ...charged, valor: 1, descricao })
    expect(['', 'x', 'x'.repeat(1000), 'x'.repeat(1001)].map(says)).toEqual([false, true, true, false])
    const asks = (body: object) => said('ConsultaLigacaoRequisicao', body)
    expect([{}, { ligacao_params: { id: '1' } }].map(asks)).toEqual([false, true])
    // Patterns must also work in Python, whose `re` has no Unicode classes.
    expect(JSON.stringify(document)).not.toMatch(/"pattern":"[^"]*\\\\[pP]/)
  })

  test('every example of a billing event is registered, and answered as documented', async () => {
    const path = `${base}/financeiro/evento_faturamento`
    const { id_cliente_servico } = await someServico()
    const tipos = await desk.send({ path: `${base}/configuracao/tipo_servico`, authorization: demoToken })
    hold(tipos, `${base}/configuracao/tipo_servico`, 'get')
    const examples = document.paths[path].post.requestBody.content['application/json'].examples
    for (const [name, { value }] of Object.entries<Json>(examples)) {
      const own = { id_cliente_servico, id_tipo_servico: tipos.json.tipos_servico[0].id_tipo_servico }
      const headers = { 'idempotency-key': `exemplo-${name}` }
      const answer = await desk.send({ path, body: { ...value, ...own }, authorization: demoToken, headers })
      expect(answer.status).toBe(200)
      hold(answer, path, 'post')
      hold(await desk.send({ path, body: { ...value, ...own }, authorization: demoToken, headers }), path, 'post')
      const other = { ...value, ...own, descricao: 'Outra', fila: 'x' }
      const conflict = await desk.send({ path, body: other, authorization: demoToken, headers })
      expect(conflict.status).toBe(409)
      hold(conflict, path, 'post')
    }
  })

  test.each([
    '',
    '?cancelado=sim&pagina=1',
    '?relacoes=pacotes,senhas',
    `?relacoes=grupos,porta_atendimento,status_conexao&limit=3`,
  ])('the list%s answers as documented', async (query) => {
    const path = `${base}/cliente/all`
    const answer = await desk.send({ path: path + query, authorization: demoToken })
    expect(answer.status).toBe(200)
    expect(answer.json.clientes.length).toBeGreaterThan(2)
    hold(answer, path, 'get')
    const again = await desk.send({
      path: path + query,
      authorization: demoToken,
      headers: { 'if-none-match': answer.headers.etag },
    })
    expect(again.status).toBe(304)
    hold(again, path, 'get')
  })

  test('the customer search answers as documented', async () => {
    const path = `${base}/cliente`
    const { codigo_cliente } = await someServico()
    const query = `?busca=codigo_cliente&termo_busca=${codigo_cliente}`
    const answer = await desk.send({ path: path + query, authorization: demoToken })
    expect(answer.json.clientes).toHaveLength(1)
    hold(answer, path, 'get')
  })

  test('refusals answer as documented', async () => {
    const { secret } = await desk.token({ escopos: [] })
    for (const { path, method, operation } of everyOperation()) {
      const request: Request = {
        path,
        method: method.toUpperCase(),
        ...(operation.requestBody && { body: { fila: 'x' } }),
      }
      const refused: [number, Request][] = [
        [401, request],
        [403, { ...request, authorization: secret }],
      ]
      if (operation.requestBody) {
        const headers = { 'content-type': 'text/plain' }
        refused.push(
          [422, { ...request, authorization: demoToken }],
          [400, { ...request, authorization: demoToken, body: '{', headers: { 'content-type': 'application/json' } }],
          [415, { ...request, authorization: demoToken, body: 'x', headers }],
          [413, { ...request, authorization: demoToken, body: { x: 'x'.repeat(70_000) } }],
        )
      } else {
        refused.push([400, { ...request, path: `${path}?limit=%E9`, authorization: demoToken }])
      }
      if (!operation.requestBody && path.includes('/cliente')) {
        refused.push([422, { ...request, path: `${path}?limit=0&pagina=1`, authorization: demoToken }])
      }
      for (const [status, each] of refused) {
        const answer = await desk.send(each)
        expect({ path, status: answer.status }).toEqual({ path, status })
        expect(answer.headers).toMatchObject(guarded)
        const { example } = operation.responses[status].content['application/json']
        expect(answer.json.msg).toBe(example.msg)
        if (status === 422) expect(answer.json.errors).toEqual(expect.arrayContaining(example.errors))
        hold(answer, path, method)
      }
    }
  })

  test('is shown on a page that loads nothing from other sites', async () => {
    const page = await desk.send({ path: '/api/docs/' })
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject(guarded)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*|swagger\.io/)
    const initializer = await desk.send({ path: '/api/docs/static/swagger-initializer.js' })
    expect(initializer.text).toContain('"validatorUrl":null')
    expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)/)
  })

  async function someServico(): Promise<{ codigo_cliente: number; id_cliente_servico: number }> {
    const { rows } = await desk.database.pool.query(
      'SELECT codigo_cliente, id_cliente_servico FROM cliente JOIN cliente_servico USING (id_cliente) ORDER BY 2 LIMIT 1',
    )
    return rows[0]
  }
})

/**
 * The document with `additionalProperties: false` everywhere, so that an undocumented field in an answer is a mistake.
 */
function closed(document: Json): Json {
  return JSON.parse(JSON.stringify(document), (_key, value) =>
    value?.type === 'object' && value.properties && value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  )
}
