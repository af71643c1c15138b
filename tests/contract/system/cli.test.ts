import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { dayAfter } from '#server/protocolo/rules/period'
import { command, runCommand, settingsOf, startCommand } from '../../support/cliRun.ts'
import { startDesk, type TestDesk } from '../../support/desk.ts'

/** Commands beside a running desk. */
const folder = mkdtempSync(join(tmpdir(), 'alo-cli-'))
let desk: TestDesk
beforeAll(async () => {
  desk = await startDesk()
})
beforeEach(() => desk.clear())
afterAll(async () => {
  await desk?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run =
  (name: string) =>
  (...words: string[]) =>
    command(desk.config, name, ...words)
const [token, tipoServico, titular] = [run('token'), run('tipo_servico'), run('titular')]
const [clientes, pbx, user] = [run('clientes'), run('pbx'), run('user')]
const refused = (why: RegExp | string) => ({
  code: 1,
  out: '',
  err: typeof why === 'string' ? why : expect.stringMatching(why),
})

// 'constructor' exists on every JavaScript object, so a lookup by name could take it for a command.
test.each(['voar', 'constructor'])('an unknown command is refused with the list of all commands: %s', async (word) => {
  const told = await command({ dataDir: join(folder, 'none') }, word)
  const why = new RegExp(`^There is no command ${word}\\.\\n\\nAlô, operators' commands\\..*restore FILE`, 's')
  expect(told).toMatchObject(refused(why))
  expect(told.database).toBeUndefined()
})

test('a list command prints nothing but its list, and ends with code 0', async () => {
  const types = await startCommand(['tipo_servico', 'list'], { env: settingsOf(desk.config) }).ran
  expect(types).toMatchObject({ code: 0, err: '', out: (await tipoServico('list')).out })
  expect(types.out).toContain('\tativo\n')
  expect(await token('list')).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^.*escopos.*\n.*pbx/) })
})

describe('tipo_servico', () => {
  test('add offers a new service type to integrations, disable withdraws it, enable offers it again', async () => {
    const added = await tipoServico('add', '--descricao', 'Roteador extra', '--display', 'Roteador')
    expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\n$/) })
    const id = added.out.trim()
    const shown = async () => (await tipoServico('list')).out.split('\n').find((line) => line.startsWith(`${id}\t`))
    const offered = async () => {
      const path = '/api/v1/integracao/configuracao/tipo_servico'
      return (await desk.send({ path, authorization: demoToken })).text.includes('Roteador extra')
    }
    expect(await shown()).toBe(`${id}\tRoteador extra\tRoteador\tativo`)
    expect(await offered()).toBe(true)
    expect(await tipoServico('disable', id)).toMatchObject({ code: 0, out: '' })
    expect(await shown()).toBe(`${id}\tRoteador extra\tRoteador\tdesativado`)
    expect(await offered()).toBe(false)
    await tipoServico('enable', id)
    expect([await shown(), await offered()]).toEqual([`${id}\tRoteador extra\tRoteador\tativo`, true])
  })

  test('refuses a missing description, a missing or unknown id and an unknown verb', async () => {
    const why = '--descricao must be 1 to 100 characters of text\n'
    for (const given of [[], ['--descricao', '']])
      expect(await tipoServico('add', ...given)).toMatchObject(refused(why))
    expect(await tipoServico('disable')).toMatchObject(
      refused(/^Something is missing\.\n\n {2}tipo_servico add .* disable\|enable ID/s),
    )
    expect(await tipoServico('enable', '999999')).toMatchObject(refused(/^There is no such service type/))
    expect(await tipoServico('apagar', '1')).toMatchObject(
      refused(/^There is no verb apagar\.\n\n {2}tipo_servico add/),
    )
  })
})

describe('titular erase', () => {
  const id = 5
  const nome = async () =>
    (await desk.database.prisma.cliente.findUniqueOrThrow({ where: { id_cliente: id } })).nome_razaosocial

  test('refuses without one known id_cliente, without --confirm, and while a call of the customer is open', async () => {
    const before = await nome()
    await desk.notify({ ramal: 101, id_cliente: id })
    expect(await titular('erase')).toMatchObject(
      refused(/^Something is missing\.\n\n.* {2}titular erase ID --confirm/s),
    )
    expect(await titular('erase', '12345678909', '--confirm')).toMatchObject(refused(/takes one id_cliente/))
    expect(await titular('erase', '999999', '--confirm')).toMatchObject(refused('There is no customer 999999.\n'))
    expect(await titular('erase', `${id}`)).toMatchObject(refused(/for good.*titular erase 5 --confirm/))
    expect(await titular('erase', `${id}`, '--confirm')).toMatchObject(
      refused(/^A call of customer 5 is open on a screen/),
    )
    expect(await nome()).toBe(before)
  })

  test('erases the customer’s name, prints what it erased, and says that backups still hold it', async () => {
    const erased = await titular('erase', `${id}`, '--confirm')
    expect(erased).toMatchObject({ code: 0, err: expect.stringContaining('Backups made before still hold them') })
    expect(JSON.parse(erased.out)).toMatchObject({ ligacoes: 0, atendimentos: 0 })
    expect(await nome()).toBe(`Titular eliminado ${id}`)
  })
})

test('clientes import says that a file is empty', async () => {
  expect(await clientes('import', '/dev/null')).toMatchObject(refused('/dev/null: The file is empty.\n'))
})

test('clientes import --dry-run prints the counts of the real import, and writes nothing', async () => {
  const lines = (await clientes('export', '--format', 'jsonl')).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const [first, second, third] = lines.filter(({ id_cliente }) => id_cliente > 20)
  const file = join(folder, 'clientes.jsonl')
  const records = [
    { ...first, nome_razaosocial: 'Outro Nome', rg: null },
    second,
    { ...third, id_cliente: 90_001, codigo_cliente: 90_001, servicos: [] },
    { ...third, id_cliente: 'nenhum' },
  ]
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  const rows = async () => (await clientes('export', '--format', 'jsonl')).out
  const before = await rows()
  const dry = await clientes('import', file, '--dry-run')
  expect(JSON.parse(dry.out)).toMatchObject({ created: 1, updated: 1, unchanged: 1, refused: 1 })
  expect(dry).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^line 4, record 4: id_cliente: .*\nWhat customers had .* goes: rg 1\.\nDry run: nothing was written\.\n/,
    ),
  })
  expect(await rows()).toBe(before)
  const real = await clientes('import', file)
  expect(JSON.parse(real.out)).toEqual(JSON.parse(dry.out))
  expect(await rows()).toContain('Outro Nome')
})

test('clientes import says how much of a file is in when the database fails on the way', async () => {
  const { pool } = desk.database
  const file = join(folder, 'partida.csv')
  const lines = Array.from(
    { length: 900 },
    (_, at) => `${800_000 + at};${800_000 + at};Ana;pf;39053344705;2024-01-01 00:00:00\n`,
  )
  writeFileSync(
    file,
    `id_cliente;codigo_cliente;nome_razaosocial;tipo_pessoa;cpf_cnpj;data_cadastro\n${lines.join('')}`,
  )
  await pool.query('ALTER TABLE cliente ADD CONSTRAINT falha CHECK (id_cliente <> 800850)')
  onTestFinished(async () => {
    await pool.query('ALTER TABLE cliente DROP CONSTRAINT falha')
    await pool.query('DELETE FROM cliente WHERE id_cliente >= 800000')
  })
  const why =
    /^Not the whole file was imported: 800 created, 0 updated, .*\. Import it again: what is in stays as it is\.\n/
  expect(await clientes('import', file)).toMatchObject(refused(why))
})

test('clientes generate stops when the ids run out, and says how many customers were not added', async () => {
  const [first] = JSON.parse((await clientes('export')).out).clientes
  const id = 66_999_998
  const last = { ...first, id_cliente: id, codigo_cliente: id, servicos: [] }
  await runCommand(['clientes', 'import', '-'], { env: settingsOf(desk.config), stdin: JSON.stringify([last]) })
  const made = await clientes('generate', '--count', '5')
  expect(made).toMatchObject({ code: 1, out: '2\n', err: expect.stringMatching(/^3 customers were not added: .*\n$/) })
  await desk.database.pool.query('DELETE FROM cliente WHERE id_cliente >= $1', [id])
})

test('token create --expires ends the token at the end of that day, and refuses a past or impossible day', async () => {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const made = await token('create', '--name', 'com prazo', '--scopes', 'pbx', '--expires', day)
  expect(made.code).toBe(0)
  expect((await desk.notify({ ramal: 101 }, made.out.trim())).status).toBe(200)
  // The day ends by the desk's time zone, three hours behind UTC.
  expect((await token('list')).out).toMatch(new RegExp(`com prazo\\t.*${dayAfter(day, 1)}T02:59:59\\.999Z`))
  // The last of these days ends at the desk when it is already the year 10000 in UTC.
  for (const none of ['2020-01-01', '2099-02-30', 'amanha', day.replaceAll('-', '/'), '9999-12-31'])
    expect(await token('create', '--name', 'x', '--scopes', 'pbx', '--expires', none)).toMatchObject(
      refused('--expires must be a day to come before 9999-12-31, as YYYY-MM-DD; without it the token has no end\n'),
    )
})

test('pbx cancel cancels the call that pbx ring rang with the same call id, and no other', async () => {
  const ramal = ['--ramal', '101', '--token', demoToken, '--url', desk.url]
  const ana = await desk.screen('ana')
  const rang = await pbx('ring', ...ramal, '--telefone', '37999912222', '--call-id', 'c')
  expect(rang.err).toMatch(/^Call [\w-]{36}, told to 1 screen\(s\)\.\n$/)
  await pbx('ring', ...ramal, '--telefone', '3732211234', '--call-id', 'd')
  const cancelled = await pbx('cancel', ...ramal, '--call-id', 'c')
  expect(cancelled.code).toBe(0)
  expect(JSON.parse(cancelled.out)).toMatchObject({ status: 'success' })
  expect((await ana.sync()).ligacoes.map(({ telefone }) => telefone)).toEqual(['3732211234'])
  expect(await pbx('desligar')).toMatchObject(refused(/^There is no verb desligar\.\n\n {2}pbx ring .* pbx cancel/s))
})

describe('user password at a terminal', () => {
  const signIn = (password: string) =>
    desk
      .send({ path: '/api/auth/sign-in/username', body: { username: 'bruno', password } })
      .then(({ status }) => status)
  const typed = (...words: string[]) =>
    runCommand(['user', 'password', 'bruno'], { env: settingsOf(desk.config), stdin: words })

  test('asks twice, never shows the password, and sets it', async () => {
    const senha = 'uma frase bem comprida'
    const changed = await typed(senha, senha)
    expect(changed).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringMatching(/^Password: \nOnce more: \nUser bruno/),
    })
    expect(changed.err).not.toContain('frase')
    expect(await signIn(senha)).toBe(200)
  })

  test.each([
    ['Ctrl+C', '\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('changes nothing when the prompt is left with %s', async (_, key) => {
    expect(await typed(key)).toMatchObject(refused('Password: \nNo password was given, and nothing was changed.\n'))
  })

  test('changes nothing when the two passwords differ', async () => {
    const differs = await typed('uma senha de teste', 'outra senha de teste')
    expect(differs).toMatchObject(refused(/^Password: \nOnce more: \nThe two passwords differ/))
    for (const senha of ['uma senha de teste', 'outra senha de teste']) expect(await signIn(senha)).toBe(401)
  })
})

test('commands refuse unknown and doubled options, extra words and too long names, and change nothing', async () => {
  const users = (await user('list')).out
  for (const [ran, why] of [
    [await user('list', '--nome', 'Ana'), /^Unknown option '--nome'.*user create/s],
    [await user('disable', 'bruno', 'clara'), /^clara is too much\.\n\n.* {2}user disable\|enable NAME/s],
    [await user('disable', 'bruno', '--swap'), /^Unknown option '--swap'/],
    [await user('set', 'bruno', '--nome', 'B'.repeat(121)), /^--nome must be/],
    [await token('revoke', 'demo', 'outra'), /^outra is too much/],
    [
      await token('create', '--name', 'n', '--scopes', 'pbx', '--from', '10.0.0.5', '--from=10.0.0.6'),
      /^--from is given twice\.\n\n.* token create/s,
    ],
    [await token('create', '--name', 'x'.repeat(81), '--scopes', 'pbx'), /^--name must be/],
    [await tipoServico('list', '--display', 'x'), /^Unknown option '--display'/],
    [await clientes('import', 'a.json', 'b.json'), /^b\.json is too much/],
    [await pbx('ring', '101', '--token', demoToken), /^101 is too much/],
    [await run('backup')('a', 'b'), /^b is too much/],
    [await run('backup')(''), /^Something is missing/],
  ] as const)
    expect(ran).toMatchObject(refused(why))
  expect((await user('list')).out).toBe(users)
})

test('user list prints a space for each terminal control character', async () => {
  await user('set', 'bruno', '--nome', 'Bruno\u001b[31m\r\u0007Lima')
  expect((await user('list')).out).not.toMatch(/[^\P{Cc}\t\n]/u)
  expect((await user('list')).out).toContain('\tBruno [31m  Lima\t')
})

test.each([
  [['--help'], /^Alô, operators' commands.*restore FILE/s],
  [['help'], /^Alô, operators' commands.*restore FILE/s],
  [['user', '-h'], /^ {2}user create(?!.*restore)/s],
  [['restore', '--help'], /^ {2}backup FILE.*restore FILE(?!.*user)/s],
])('help prints the usage of the named command to stdout, without a database: %j', async (words, said) => {
  const place = settingsOf({ dataDir: join(folder, 'none') })
  expect(await runCommand(words, { env: place })).toMatchObject({ code: 0, out: expect.stringMatching(said), err: '' })
})

test('user refuses an unknown verb and prints its verbs', async () => {
  expect(await user('promote', 'ana')).toMatchObject(
    refused(/^There is no verb promote\.\n\n {2}user create .* user list/s),
  )
})
