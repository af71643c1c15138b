import { once } from 'node:events'
import { createServer } from 'node:net'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { DatabaseSilentError, databaseTrouble, isDatabaseAway, saysItLives } from '#server/database/away'
import { PatientPool } from '#server/database/pool'

const coded = (code: string) => Object.assign(new Error(code), { code })

describe('whether an error means that the database is away', () => {
  test.each([
    'ECONNREFUSED',
    '08006',
    '53100',
    '53300',
    '28P01',
    '3D000',
    '57P01',
    '57P03',
    '25006',
    '57014',
    '55P03',
    '40P01',
    '58030',
    'CERT_HAS_EXPIRED',
    'P1008',
    'P2034',
  ])('yes for the code %s', (code) => expect(isDatabaseAway(coded(code))).toBe(true))
  test.each(['Query read timeout', 'timeout expired', 'Connection terminated unexpectedly'])(
    'yes for pg’s message %j',
    (message) => expect(isDatabaseAway(new Error(message))).toBe(true),
  )
  test('yes for our own error, and for a full disk, a timeout or a refusal as Prisma reports it', () => {
    const prisma = (cause: object) => ({ code: 'P2010', meta: { driverAdapterError: { cause } } })
    for (const error of [
      new DatabaseSilentError('x'),
      prisma({ kind: 'postgres', code: '53100' }),
      prisma({ kind: 'SocketTimeout' }),
      prisma({ kind: 'AuthenticationFailed', originalCode: '28P01' }),
      prisma({ kind: 'DatabaseAccessDenied', originalCode: '28000' }),
      prisma({ kind: 'DatabaseDoesNotExist', originalCode: '3D000' }),
      { cause: coded('57P02') },
    ])
      expect(isDatabaseAway(error)).toBe(true)
  })
  test('is judged by the database’s own code when Prisma reports P2039', () => {
    const refused = (code: string) => ({
      code: 'P2039',
      meta: { driverAdapterError: { cause: { kind: 'postgres', code } } },
    })
    expect(isDatabaseAway(refused('23514'))).toBe(false)
    expect(isDatabaseAway(refused('53100'))).toBe(true)
  })
  test('is judged by its kind when Prisma’s adapter throws it at a COMMIT', () => {
    const thrown = (cause: object) => Object.assign(new Error(), { cause })
    expect(isDatabaseAway(thrown({ kind: 'TransactionWriteConflict', originalCode: '40001' }))).toBe(true)
    expect(isDatabaseAway(thrown({ kind: 'ConnectionClosed' }))).toBe(true)
    expect(isDatabaseAway(thrown({ kind: 'UniqueConstraintViolation', originalCode: '23505' }))).toBe(false)
  })
  test.each(['23505', '42P01', '40001', 'P2002', 'ERR_INVALID_ARG_TYPE'])('no for the code %s', (code) =>
    expect(isDatabaseAway(coded(code))).toBe(false),
  )
})

test.each([
  ['53100', /^PostgreSQL lacks disk.*\(its own words\)/],
  ['25006', /^The database takes no writes \(its own words\)/],
  ['53300', /^PostgreSQL lets in no more connections \(its own words\).*20\.$/],
  ['42501', /^PostgreSQL refuses \(its own words\).*ALTER DATABASE/],
  ['28P01', /^PostgreSQL refuses \(its own words\)\. Check DATABASE_URL, and/],
  ['28000', /^PostgreSQL refuses \(its own words\)\. Check DATABASE_URL.*sslmode=verify-full/],
  ['57P03', /^The database does not answer \(its own words\)/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate is not trusted \(its own words\).*sslrootcert=/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate is not trusted \(its own words\).*sslrootcert=/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /certificate is not trusted \(its own words\).*sslrootcert=/],
  ['42P05', /transaction mode.*\(its own words\).*session mode/],
  ['26000', /transaction mode.*\(its own words\).*session mode/],
  ['23514', undefined],
])('what the operator is told of the error %s has the database’s own words, also through Prisma', (code, told) => {
  const said = Object.assign(new Error('its own words'), { code })
  const cause = { kind: 'postgres', code, message: 'its own words' }
  const prisma = Object.assign(new Error('Invalid `prisma…'), {
    code: 'P2039',
    meta: { driverAdapterError: { cause } },
  })
  for (const error of [said, prisma]) expect(databaseTrouble(error)).toEqual(told && expect.stringMatching(told))
})

test('an operator whose database accepts a connection and says nothing is told of the time limit, in half a minute', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const pool = new PatientPool(`postgresql://alo@127.0.0.1:${port}/alo`, 'alo')
  try {
    expect(pool.options.connectionTimeoutMillis).toBe(35_000)
    pool.options.connectionTimeoutMillis = 50
    const told = await pool.query('SELECT 1').then(String, (error) => databaseTrouble(error))
    expect(told).toMatch(
      /^The database does not answer \(.*timeout\)\. Check DATABASE_URL.*a pooler before it 20 connections/,
    )
  } finally {
    await pool.end()
    silent.close()
  }
})

test('an operator whose start waits too long for a statement is told where to see what it waits for', async () => {
  const app = fastify({ pluginTimeout: 1 })
  const told = await app.register(() => new Promise(() => undefined)).then(String, (error) => databaseTrouble(error))
  expect(told).toMatch(/^The database answers, but .* pg_stat_activity/)
})

test('an operator whose PostgreSQL lacks pg_trgm is told of the package that has it', () => {
  const said = Object.assign(new Error('a extensão "pg_trgm" não está disponível'), { code: '0A000' })
  const inMigration = new Error(`${said.message} (in the migration init)`, { cause: said })
  expect(databaseTrouble(inMigration)).toMatch(/^PostgreSQL lacks pg_trgm \(.*disponível\)\. Install .*contrib/)
  expect(databaseTrouble(coded('0A000'))).toBeUndefined()
})

test('an operator whose DATABASE_URL lacks the password is told to check it', () => {
  const said = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
  expect(databaseTrouble(said)).toMatch(/^PostgreSQL refuses \(SASL.*\)\. Check DATABASE_URL/)
})

test.each([
  ['53100', /^PostgreSQL lacks disk/],
  [
    '25006',
    /^The embedded database takes no writes \(its own words\)\. Let it, by default_transaction_read_only = off\.$/,
  ],
  ['57P04', /^The embedded database refuses \(its own words\)\.$/],
  ['28P01', /^The embedded database refuses \(its own words\)\.$/],
  ['3D000', /^The embedded database refuses \(its own words\)\.$/],
  ['42501', /^The embedded database refuses \(its own words\)\.$/],
  ['57014', /^The embedded database refuses \(its own words\)\.$/],
  ['55P03', /^The embedded database refuses \(its own words\)\.$/],
  ['58P01', /^The embedded database refuses \(its own words\)\.$/],
  ['57P03', /^The embedded database does not answer \(its own words\).*hangs\..* postgresql\.log .* ask again\.$/],
  ['08006', /^The embedded database does not answer \(its own words\).*ended, or hangs/],
  ['EPIPE', /^The embedded database does not answer \(its own words\).*ended, or hangs/],
  ['P1008', /^The embedded database does not answer \(its own words\).*ended, or hangs/],
  ['23514', undefined],
])('what the operator is told of the error %s of the embedded database names no address to check', (code, told) => {
  const said = Object.assign(new Error('its own words'), { code })
  expect(databaseTrouble(said, true)).toEqual(told && expect.stringMatching(told))
})

test.each([
  ['53300', true, true],
  ['28P01', true, false],
  ['3D000', true, false],
  ['57P03', false, false],
  ['57P01', false, false],
  ['08006', false, false],
  ['EPIPE', false, false],
  ['ECONNREFUSED', false, false],
])(
  'when a probe is refused with %s, the database counts as alive: %s; when nobody has a connection: %s',
  (code, lives, livesForNobody) => {
    expect(saysItLives(coded(code), true)).toBe(lives)
    expect(saysItLives(coded(code), false)).toBe(livesForNobody)
  },
)
