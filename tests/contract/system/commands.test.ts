import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { command, runCommand, settingsOf, startCommand } from '../../support/cliRun.ts'
import { openScreen } from '../../support/screen.ts'
import { useDesk } from '../../support/useDesk.ts'

/** Commands that change users and tokens, beside a running desk that must notice the change. */
const desk = useDesk()

const cli = (...words: string[]) => command(desk.config, ...words)
const piped = (stdin: Buffer | string, ...words: string[]) => runCommand(words, { env: settingsOf(desk.config), stdin })

const senha = 'uma-senha-longa'
const signIn = (password = senha) =>
  fetch(`${desk.url}/api/auth/sign-in/username`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'rita', password }),
  })

describe('user', () => {
  test('create makes a user who can sign in at once; disable ends their session and refuses their sign-in', async () => {
    const made = await cli('user', 'create', '--usuario', 'rita', '--ramal', '301', '--senha', senha)
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\n$/) })
    const answer = await signIn()
    expect(answer.status).toBe(200)
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const eu = () => fetch(`${desk.url}/api/painel/eu`, { headers: { cookie } }).then(({ status }) => status)
    expect(await eu()).toBe(200)
    expect((await cli('user', 'list')).out).toMatch(/\trita\t.*\t301\t.*\tativo/)

    expect((await cli('user', 'disable', 'rita')).code).toBe(0)
    expect(await eu()).toBe(401)
    expect((await signIn()).status).toBe(403)
    expect((await cli('user', 'list')).out).toMatch(/\trita\t.*\tdesativado/)
  })

  const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const eu = (cookie: string) =>
    fetch(`${desk.url}/api/painel/eu`, { headers: { cookie } }).then(({ status }) => status)

  /** The audit entries of that action about the user, the newest last. */
  const recorded = async (acao: string) => {
    const { rows } = await desk.database.pool.query(
      `SELECT a.usuario_id, a.detalhes FROM auditoria a JOIN usuario u ON a.alvo = 'usuario:' || u.id
       WHERE a.acao = $1 AND u.usuario = 'rita' ORDER BY a.id`,
      [acao],
    )
    return rows
  }
  const byCommand = (detalhes: object) => ({
    usuario_id: null,
    detalhes: { por: 'comando', usuario: 'rita', ...detalhes },
  })

  test('enable lets a disabled user sign in again', async () => {
    expect(await cli('user', 'enable', 'Rita')).toMatchObject({ code: 0, out: '' })
    expect((await cli('user', 'list')).out).toMatch(/\trita\t.*\tativo/)
    expect((await signIn()).status).toBe(200)
  })

  test('sign-out ends all sessions of a user, and prints how many', async () => {
    await cli('user', 'sign-out', 'rita')
    const cookies = [cookieOf(await signIn()), cookieOf(await signIn())]
    const screen = await openScreen(desk.url, cookies[0] ?? '')
    expect(await cli('user', 'sign-out', 'rita')).toMatchObject({ code: 0, out: '2\n' })
    expect(await screen.ended).toBe('io server disconnect')
    for (const cookie of cookies) expect(await eu(cookie)).toBe(401)
    expect(await cli('user', 'sign-out', 'rita')).toMatchObject({ code: 0, out: '0\n' })
    // Signing out a user who is signed in nowhere is not recorded.
    const [, ...more] = await recorded('usuario_sessoes_encerradas')
    expect(more).toEqual([byCommand({ encerradas: 2 })])
    expect((await signIn()).status).toBe(200)
  })

  test('password sets a new one, from stdin or generated; the old one, its session and any link stop working', async () => {
    const cookie = cookieOf(await signIn())
    const { convite } = (await desk.as('admin', `usuarios/${await desk.idOf('rita')}/convite`, {})).json
    const typed = 'outra senha bem comprida'
    expect(await piped(`${typed}\n`, 'user', 'password', 'rita')).toMatchObject({ code: 0, out: '' })
    expect(await eu(cookie)).toBe(401)
    const { segredo } = convite
    const late = await desk.send({ path: '/api/senha', body: { segredo, senha: 'a senha de quem achou o link' } })
    expect(late.status).toBe(404)
    expect([(await signIn()).status, (await signIn(typed)).status]).toEqual([401, 200])
    const made = await cli('user', 'password', 'rita', '--generate')
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^[a-z2-9-]{23}\n$/) })
    expect(made.err).not.toContain(made.out.trim())
    expect([(await signIn(typed)).status, (await signIn(made.out.trim())).status]).toEqual([401, 200])
    expect(await recorded('senha_trocada')).toEqual([byCommand({}), byCommand({})])
  })

  test('password and create refuse a common password, the user’s own name and a short one, and change nothing', async () => {
    for (const weak of ['senha12345', 'rita-rita-rita']) {
      const refused = await piped(`${weak}\n`, 'user', 'password', 'rita')
      expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^The password is/) })
      expect((await signIn(weak)).status).toBe(401)
    }
    const create = await cli('user', 'create', '--usuario', 'rita2', '--nome', 'Rita', '--senha', 'curta')
    expect(create).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^The password must/) })
    expect((await cli('user', 'list')).out).not.toContain('rita2')
  })

  test('password and create refuse what a terminal of another encoding sent, and change nothing', async () => {
    const told = { code: 1, out: '', err: 'What was typed is not UTF-8 text: set the terminal to UTF-8.\n' }
    expect(await cli('user', 'create', '--usuario', 'jose', '--nome', 'Jos\ufffd')).toMatchObject(told)
    const latin1 = Buffer.from('uma senha de pão comprida\n', 'latin1')
    expect(await piped(latin1, 'user', 'password', 'rita')).toMatchObject(told)
    expect((await cli('user', 'list')).out).not.toContain('jose')
  })

  test('enable, disable, password and sign-out refuse a user who does not exist', async () => {
    for (const verb of ['enable', 'disable', 'password', 'sign-out']) {
      const nobody = await cli('user', verb, 'ninguem')
      expect(nobody).toMatchObject({ code: 1, out: '', err: 'There is no user ninguem. See: user list\n' })
    }
    expect((await cli('user', 'password')).err).toMatch(/^Something is missing\.\n\n.* {2}user password NAME/s)
  })

  test('create refuses wrong values and a taken ramal in sentences, without a stack trace', async () => {
    const bad = await cli('user', 'create', '--usuario', 'x', '--papel', 'chefe', '--ramal', 'abc')
    expect(bad).toMatchObject({ code: 1, out: '' })
    expect(bad.err).toMatch(/--usuario.*\n.*--papel.*\n.*--ramal/)
    const taken = await cli('user', 'create', '--usuario', 'outra', '--ramal', '301', '--senha', senha)
    expect(taken).toMatchObject({ code: 1, out: '' })
    expect(taken.err).toContain('301 belongs to rita')
    expect(await cli('user', 'disable', 'ninguem')).toMatchObject({ code: 1, out: '' })
    expect(taken.err + bad.err).not.toMatch(/^ {4}at /m)
  })
})

describe('token and pbx', () => {
  test('token create prints the token alone, which works within its scope until it is revoked', async () => {
    await cli('user', 'create', '--usuario', 'nina', '--ramal', '302', '--senha', senha)
    const made = await cli('token', 'create', '--name', 'central', '--scopes', 'pbx')
    expect(made.out).toMatch(/^alo_[\w-]{43}\n$/)
    // What the token was written to may have been full.
    expect(made.err).toContain('If it is lost: token revoke "central"\n')
    const token = made.out.trim()
    const ring = () =>
      cli('pbx', 'ring', '--ramal', '302', '--telefone', '37999912222', '--token', token, '--url', desk.url)
    const rang = await ring()
    expect(JSON.parse(rang.out)).toEqual({ status: 'success', msg: 'Ligação notificada com sucesso' })
    expect(rang.code).toBe(0)
    const list = await fetch(`${desk.url}/api/v1/integracao/cliente/all`, { headers: { authorization: token } })
    expect(list.status).toBe(403)
    expect((await cli('token', 'list')).out).not.toContain(token)

    expect((await cli('token', 'revoke', 'central')).code).toBe(0)
    const refused = await ring()
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('"status":"error"') })
    expect((await cli('token', 'revoke', 'central')).code).toBe(1)
  })

  test('a token bound to networks is listed with them, and a refused use from elsewhere is no last use', async () => {
    const made = await cli(
      'token',
      'create',
      '--name',
      'presa',
      '--scopes',
      'pbx',
      '--from',
      '10.0.0.0/8, 2001:db8::/32',
    )
    const refused = await cli('pbx', 'cancel', '--ramal', '302', '--token', made.out.trim(), '--url', desk.url)
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('endereço') })
    const [head = '', ...rows] = (await cli('token', 'list')).out.split('\n').map((line) => line.split('\t'))
    const row = Object.fromEntries(
      (rows.find((cells) => cells.includes('presa')) ?? []).map((cell, n) => [head[n], cell]),
    )
    expect(row).toMatchObject({ redes: '10.0.0.0/8,2001:db8::/32', ultimo_uso: '-', ultimo_ip: '-' })
    const bad = await cli('token', 'create', '--name', 'x', '--scopes', 'pbx', '--from', '10.0.0.0/40,casa')
    expect(bad).toMatchObject({ code: 1, out: '', err: expect.stringContaining('10.0.0.0/40, casa') })
    expect(await cli('token', 'create', '--name', 'x', '--scopes', 'pbx', '--from', '')).toMatchObject({
      code: 1,
      out: '',
    })
  })

  test('token create reports a missing name, an unknown scope and a past expiry together', async () => {
    const { code, out, err } = await cli('token', 'create', '--scopes', 'pbx,tudo', '--expires', '2020-01-01')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/--name.*\n.*tudo.*\n.*--expires/)
  })
})

test('a command reads .env of the folder it runs in, prefers the environment, and names a wrong line', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'alo-env-'))
  const ring = (file: string, more: Record<string, string> = {}) => {
    writeFileSync(join(cwd, '.env'), file)
    return startCommand(['pbx', 'ring', '--token', 'x'], { cwd, env: more }).ran
  }
  const told = await ring('PUBLIC_URL=http://127.0.0.1:1')
  expect(told).toMatchObject({ code: 1, out: '' })
  expect(told.err).toContain('No desk answers at http://127.0.0.1:1/api/v1')
  expect((await ring('PUBLIC_URL=http://127.0.0.1:1', { PUBLIC_URL: 'http://127.0.0.1:2' })).err).toContain(':2/api/v1')
  const wrong = await ring('# A desk\nPORT: 3000')
  expect(wrong).toMatchObject({ code: 1, out: '' })
  expect(wrong.err).toMatch(/^The environment has a mistake:\n {2}- \.env, line 2, is not NAME=value/)
  rmSync(cwd, { recursive: true })
})
