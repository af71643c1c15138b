import fc from 'fast-check'
import type * as z from 'zod'
import { demoTelefones } from '#server/demo/demoClientes'
import { type Route, Together } from '#server/http/route'
import { routes } from '#server/routes'
import { jsonOf, namesOf, ofSchema, wild } from './values.ts'

/** Who sends the request: `right` is whoever the route is for. */
const others = ['nobody', 'ana', 'clara', 'admin', 'token', 'scopeless', 'garbage'] as const
export type Who = 'right' | (typeof others)[number]

export interface Generated {
  method: string
  url: string
  who: Who
  /** The value for `:id`. `@n` means an id from an earlier answer: `@0` is the newest one seen. */
  id: string
  query: string
  body: Buffer | undefined
  headers: Record<string, string>
}

const small = (...values: unknown[]) => fc.constantFrom(...values)
const dia = fc.date({ min: new Date('2015-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), small('Maria', 'silva jo', '37999912222', 'a'))
const mostly = <T>(often: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: often }, { weight: 1, arbitrary: seldom })
const rowId = mostly(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 2_147_483_647 }))
const left = fc.constant<unknown>('')
const cobranca = { mes: fc.integer({ min: 1, max: 12 }), ano: fc.integer({ min: 2000, max: 2100 }) }

/** Values that mean something in this desk: schemas alone would seldom produce a user or a customer that exists. */
const likely: Record<string, fc.Arbitrary<unknown>> = {
  ramal: mostly(small(101, '101', 102), small('201', 999, '')),
  identificador_interno: mostly(left, small('ana01', 'ANA01', 'bruno02', 'clara01')),
  telefone: small(...Object.values(demoTelefones), 37999912222, '+5537999912222', '0'),
  ligacao_params: fc.record({ call_id: small('a', 'b', 1763.25, ''), nota: fc.jsonValue() }, { requiredKeys: [] }),
  id_cliente: rowId,
  codigo_cliente: mostly(left, fc.integer({ min: 10_001, max: 10_012 })),
  id_cliente_servico: mostly(small('@servico'), rowId),
  id_tipo_servico: mostly(fc.integer({ min: 1, max: 3 }), rowId),
  valor: small(10, 10.3, '15.50', 999, 0.01),
  descricao: text,
  motivo: text,
  numero_total_parcelas: fc.integer({ min: 1, max: 12 }),
  mes_primeira_parcela: cobranca.mes,
  mes_processar: cobranca.mes,
  ano_primeira_parcela: cobranca.ano,
  ano_processar: cobranca.ano,
  versao: fc.integer({ min: 1, max: 4 }),
  data_inicio: dia.map((at) => at.toISOString().slice(0, 10)),
  data_fim: dia.map((at) => at.toISOString().slice(0, 10)),
  relacoes: small('pacotes', 'senhas,grupos', 'status_conexao, pacotes', 'nenhuma'),
  codigo_pacote: small('TV-BASICO', 'x'),
  limit: fc.integer({ min: 1, max: 12 }),
  offset: fc.integer({ min: 1, max: 300 }),
  termo: text,
  termo_busca: text,
  cliente: rowId,
  autor: fc.tuple(small('usuario', 'token'), rowId).map(([tipo, id]) => `${tipo}:${id}`),
  apos: small('@', '1-1', 'x', '0'),
  acao: small('documento_revelado', 'cliente_aberto', 'x'),
  username: small('ninguem', 'a b', 'ana'),
  password: small('errada', 'x'),
}

type Fields = Record<string, unknown>

/** An object that the contract accepts: fields from `likely` where it has them, else from their schema. */
function sound(schema: z.ZodType): fc.Arbitrary<Fields> {
  const meant = Object.fromEntries(namesOf(schema).flatMap((name) => (likely[name] ? [[name, likely[name]]] : [])))
  return fc.tuple(ofSchema(schema), fc.record(meant)).map(([said, known]) => ({
    ...(said as Fields),
    ...Object.fromEntries(Object.entries(known).filter(([name]) => Object.hasOwn(said as Fields, name))),
  }))
}

/** As `sound`, but with something wrong: a field of another type, one too many, or one missing. */
const damaged = (schema: z.ZodType): fc.Arbitrary<Fields> => {
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...namesOf(schema)) },
    {
      weight: 1,
      arbitrary: small('__proto__', 'constructor', 'outro', '', '\0', 'a[b]', 'toString') as fc.Arbitrary<string>,
    },
  )
  const changes = fc.array(
    fc.tuple(name, fc.oneof({ weight: 8, arbitrary: wild }, { weight: 1, arbitrary: fc.constant(undefined) })),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  return fc.tuple(sound(schema), changes).map(([fields, all]) => {
    const entries = [...Object.entries(fields).filter(([key]) => !all.some(([changed]) => changed === key)), ...all]
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  })
}

/** Bodies that are not the expected JSON: overwritten with random bytes, any other JSON, or no JSON at all. */
const garbled = (schema: z.ZodType): fc.Arbitrary<Buffer> =>
  fc.oneof(
    fc.tuple(sound(schema), fc.nat(200), fc.uint8Array({ maxLength: 4 })).map(([fields, at, bytes]) => {
      const whole = Buffer.from(jsonOf(fields))
      return Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + 1)])
    }),
    wild.map((value) => Buffer.from(jsonOf(value))),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(
      ...['{', '[]', 'null', '""', '{"a":1,"a":2}', '\ufeff{}', `{"x":"${'x'.repeat(66_000)}"}`].map((each) =>
        Buffer.from(each),
      ),
    ),
  )

const bodyOf = (schema: z.ZodType): fc.Arbitrary<Buffer | undefined> =>
  fc.oneof(
    { weight: 9, arbitrary: sound(schema).map((fields) => Buffer.from(jsonOf(fields))) },
    { weight: 7, arbitrary: damaged(schema).map((fields) => Buffer.from(jsonOf(fields))) },
    { weight: 3, arbitrary: garbled(schema) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )

const encoded = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : jsonOf(value)).toWellFormed())
const asQuery = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${encoded(name)}=${value === '@' ? '@' : encoded(value).slice(0, 4_000)}`)
    .join('&')

/** Removes what may not stand in a request line unencoded. */
const visible = (raw: string) => raw.replace(/[^\x21-\x7e]|[#]/g, '').slice(0, 2_000)
const rawQuery = fc.oneof(
  fc.string({ maxLength: 60 }).map(visible),
  small(
    '%',
    '%00',
    '%ff%fe',
    '%u0041',
    'a=1&a=2',
    '__proto__=1',
    'a[__proto__]=1',
    '&&==',
    'limit',
    'limit=1&limit=1',
    `x=${'y'.repeat(1_900)}`,
  ),
) as fc.Arbitrary<string>

const queryOf = (schema: z.ZodType | undefined): fc.Arbitrary<string> =>
  schema === undefined
    ? fc.oneof({ weight: 9, arbitrary: fc.constant('') }, { weight: 1, arbitrary: rawQuery })
    : fc.oneof(
        { weight: 8, arbitrary: sound(schema).map(asQuery) },
        { weight: 6, arbitrary: damaged(schema).map(asQuery) },
        { weight: 2, arbitrary: rawQuery },
      )

const headerText = fc.oneof(
  fc.string({ maxLength: 40 }).map((raw) => raw.replace(/[^\x20-\x7e]/g, '')),
  small('*', '"x"', 'W/"x"', 'gzip;q=0', ',,,', 'a'.repeat(300), 'é\u00ff', 'null', '-1'),
) as fc.Arbitrary<string>
const headerNames = [
  'idempotency-key',
  'if-none-match',
  'accept-encoding',
  'accept',
  'x-forwarded-for',
  'x-alo-ip',
  'user-agent',
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-proto',
  'host',
  'origin',
  'content-type',
  'cookie',
  'range',
  'expect-ct',
]
const headers = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...headerNames), headerText, { maxKeys: 2 }) },
) as fc.Arbitrary<Record<string, string>>

const id = fc.oneof(
  { weight: 6, arbitrary: fc.nat(5).map((back) => `@${back}`) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }).map(String) },
  { weight: 2, arbitrary: wild.map((value) => encoded(value).slice(0, 400)) },
  { weight: 1, arbitrary: small('%', '%00', '%ff', '..', '%2e%2e%2f', 'a/b', '') as fc.Arbitrary<string> },
)
const who: fc.Arbitrary<Who> = fc.oneof(
  { weight: 14, arbitrary: fc.constant<Who>('right') },
  { weight: 1, arbitrary: fc.constantFrom<Who>(...others) },
)
const methods = small('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS') as fc.Arbitrary<string>

const schemaOf = (input: Route['body']): z.ZodType | undefined => (input instanceof Together ? input.documented : input)

/** How often a route is chosen. Exports and whole lists cost many times more than the rest, so they come seldom. */
const weightOf = ({ url }: Pick<Route, 'url'>) =>
  /exportar|\/all$/.test(url) ? 1 : /pbx\/ligacao/.test(url) ? 48 : /sign-in/.test(url) ? 1 : 6

function requestOf({
  method,
  url,
  query,
  body,
}: Pick<Route, 'method' | 'url' | 'query' | 'body'>): fc.Arbitrary<Generated> {
  const schema = schemaOf(body)
  return fc.record({
    method: fc.oneof({ weight: 40, arbitrary: fc.constant<string>(method) }, { weight: 1, arbitrary: methods }),
    url: fc.constant(url),
    who,
    id,
    query: queryOf(schemaOf(query)),
    body: schema ? bodyOf(schema) : fc.constant(undefined),
    headers,
  })
}

/** Requests to addresses that no route has. */
const stray: fc.Arbitrary<Generated> = fc.record({
  method: methods,
  url: fc
    .oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom('/', '..', '%2e%2e/', 'painel/%', 'painel/clientes//1', 'v1', 'docs/../x'),
    )
    .map((raw) => `/api/${visible(raw)}`),
  who,
  id,
  query: rawQuery,
  body: fc.oneof(fc.constant(undefined), fc.constant(Buffer.from('{}'))),
  headers,
})

/** Requests to every route of the table, to the routes in `more`, and now and then to an address that no route has. */
export const requests = (more: Pick<Route, 'method' | 'url' | 'body'>[]): fc.Arbitrary<Generated> =>
  fc.oneof(...[...routes, ...more].map((each) => ({ weight: weightOf(each), arbitrary: requestOf(each) })), {
    weight: 4,
    arbitrary: stray,
  })
