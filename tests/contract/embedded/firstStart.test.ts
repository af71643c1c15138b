import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { settingsOf, startCommand } from '../../support/cliRun.ts'
import { type DeskProcess, startProcess } from '../../support/process.ts'
import { sendRequest } from '../../support/request.ts'

/** The built desk's first start on a new folder, as operators do it. */
const dataDir = mkdtempSync(join(tmpdir(), 'alo-first-'))
let desk: DeskProcess
/** Starts the desk and waits for its greeting, which it prints after it is ready. */
const start = async () => {
  desk = await startProcess({ env: { DATA_DIR: dataDir } })
  await vi.waitUntil(() => desk.output().includes('  Database: '), { timeout: 10_000 })
}
beforeAll(start)
afterAll(async () => {
  await desk.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const link = () => /http:\S+\/primeiro-acesso#(\S+)/.exec(desk.output())?.[1] ?? ''
const password = 'uma-senha-longa'
const asked = { usuario: 'admin', nome: 'Alice Prado', senha: password }
const create = (codigo: string, more = {}) =>
  sendRequest(desk.url, { path: '/api/primeiro-acesso', body: { ...asked, codigo, ...more } })
const signIn = (username: string) =>
  sendRequest(desk.url, { path: '/api/auth/sign-in/username', body: { username, password } })
const pageOf = async (path: string) => {
  const { status, headers } = await fetch(desk.url + path, { redirect: 'manual' })
  return [status, headers.get('location')]
}

test('a first start prints its data folder and a setup code, and the sign-in page redirects to the setup page', async () => {
  expect(desk.output()).toContain(`  Database: ${realpathSync(dataDir)}\n`)
  expect(link()).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
  expect(await pageOf('/entrar')).toEqual([302, '/primeiro-acesso'])
  expect(await pageOf('/primeiro-acesso')).toEqual([200, null])
})

test('a wrong code, a short password or an invalid user name creates no account, and the answer names the field', async () => {
  const campos = async (answer: ReturnType<typeof create>) => {
    const { status, json } = await answer
    return [status, Object.keys(json.campos)]
  }
  expect(await campos(create('ABCD-EFGH-JKLM'))).toEqual([422, ['codigo']])
  expect(await campos(create(''))).toEqual([422, ['codigo']])
  expect(await campos(create(link(), { senha: 'curta' }))).toEqual([422, ['senha']])
  expect(await campos(create(link(), { usuario: 'a b' }))).toEqual([422, ['usuario']])
  expect((await signIn('admin')).status).toBe(401)
})

test('of four requests with the code at once, one creates the first administrator; then the code is used up', async () => {
  const names = ['admin', 'outro', 'terceiro', 'quarto']
  // A person may type the code in lower case, with spaces for hyphens.
  const typed = link().toLowerCase().replaceAll('-', ' ')
  const answers = await Promise.all(names.map((usuario) => create(typed, { usuario })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  const signedIn = await Promise.all(names.map(signIn))
  expect(signedIn.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)))
  const cookie = String(signedIn.find(({ status }) => status === 200)?.headers['set-cookie']).split(';', 1)[0]
  const eu = await sendRequest(desk.url, { method: 'GET', path: '/api/painel/eu', headers: { cookie } })
  expect(eu.json.usuario).toMatchObject({ papel: 'administrador', nome: 'Alice Prado' })
  const { json } = await sendRequest(desk.url, { method: 'GET', path: '/api/painel/auditoria', headers: { cookie } })
  expect(json.registros).toMatchObject([{ acao: 'usuario_criado', autor: null, ip: '127.0.0.1' }])
  expect((await create(link(), { usuario: 'quinto' })).status).toBe(404)
  expect(await pageOf('/entrar')).toEqual([200, null])
  expect(await pageOf('/primeiro-acesso')).toEqual([302, '/entrar'])
})

test('a command creates an administrator, too, and a desk that has users prints no setup code', async () => {
  const [, line = ''] = /npm run -s cli -- (user create --usuario admin.*)/.exec(desk.output()) ?? []
  const words = ['user', 'create', '--usuario', 'segundo', '--nome', 'Admin', '--papel', 'administrador']
  expect(line).toContain('--papel administrador')
  const made = await startCommand(words, { env: settingsOf({ dataDir }), stdin: `${password}\n` }).ran
  expect(made).toMatchObject({ code: 0, database: realpathSync(dataDir), out: expect.stringMatching(/^\d+\n$/) })
  expect((await signIn('segundo')).status).toBe(200)
  await desk.stop()
  await start()
  expect(link()).toBe('')
})

test('sources beside dist/ and .next/ of another machine start without build tools, until the sources change', () => {
  const there = mkdtempSync(join(tmpdir(), 'alo-brought-'))
  onTestFinished(() => rmSync(there, { recursive: true, force: true }))
  // A checkout has no generated files.
  cpSync('server', join(there, 'server'), { recursive: true, filter: (path) => !path.endsWith('generated') })
  for (const name of ['app', 'prisma', 'prisma.config.ts', 'next.config.mjs', 'tsconfig.json', 'package-lock.json'])
    symlinkSync(resolve(name), join(there, name))
  for (const name of ['dist', '.next']) symlinkSync(resolve(name), join(there, name))
  const build = () => spawnSync(process.execPath, ['server/build.mjs'], { cwd: there, encoding: 'utf8' })
  expect(build()).toMatchObject({ status: 0, stderr: '' })
  writeFileSync(join(there, 'server', 'run.ts'), '')
  expect(build()).toMatchObject({ status: 1, stderr: expect.stringContaining('has no build tools') })
})
