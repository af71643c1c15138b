import { createHook } from 'node:async_hooks'
import { once } from 'node:events'
import http from 'node:http'
import { describe, expect, test } from 'vitest'
import { knownDevice } from '#server/acesso/knownDevice'
import { demoSenha } from '#server/demo/accounts'
import { startDesk } from '../../support/desk.ts'
import type { Answer } from '../../support/request.ts'
import { insertSession, sessionCookie } from '../../support/session.ts'
import { useDesk } from '../../support/useDesk.ts'

/** Failed attempts per minute. It is small because each attempt computes a slow password hash. */
const limit = 3

const desk = useDesk({ signInsPerMinute: limit, trustProxy: ['127.0.0.1'] })

/** A new address for each attempt, so that the limits of one test do not affect another. */
let networks = 0
const anywhere = () => `10.${Math.floor(++networks / 250)}.${networks % 250}.1`

const signIn = (username: string, password = demoSenha, { ip = anywhere(), ...headers }: Record<string, string> = {}) =>
  desk.send({
    path: '/api/auth/sign-in/username',
    headers: { origin: desk.url, 'x-forwarded-for': ip, ...headers },
    body: { username, password },
  })
const cookiesOf = ({ headers }: Answer) => (headers['set-cookie'] ?? []).map((each) => each.split(';')[0] ?? '')
const sessionOf = (answer: Answer) => cookiesOf(answer).find((each) => each.startsWith(sessionCookie)) ?? ''
const deviceOf = (answer: Answer) => cookiesOf(answer).find((each) => each.startsWith('alo.device=')) ?? ''
const eu = (cookie: string) => desk.send({ path: '/api/painel/eu', headers: { cookie } })
const told = ({ status, json: { id_requisicao: _, ...body } }: Answer) => ({ status, body })

describe('signing in', () => {
  test('sets an HttpOnly cookie that gives access to the desk, whatever the case of the username', async () => {
    const answer = await signIn('Ana')
    expect(answer.status).toBe(200)
    for (const set of answer.headers['set-cookie'] ?? []) expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    const cookie = sessionOf(answer)
    expect((await eu(cookie)).json.usuario).toMatchObject({
      usuario: 'ana',
      papel: 'atendente',
      ramal: '101',
      identificador_interno: 'ana01',
    })
    expect((await desk.screen('ana', cookie)).first).toEqual({ ligacoes: [] })
    for (const path of ['/api/auth/sign-up/email', '/api/auth/is-username-available', '/api/auth/admin/list-users']) {
      expect((await desk.send({ path, headers: { cookie, origin: desk.url }, body: { username: 'x' } })).status).toBe(
        404,
      )
    }
  })

  test('works without an Origin header, for programs that keep cookies; so does signing out', async () => {
    const again = { origin: undefined as never, cookie: 'x=1' }
    const answer = await signIn('ana', demoSenha, again)
    expect(answer.status).toBe(200)
    const cookie = sessionOf(answer)
    expect((await desk.send({ method: 'POST', path: '/api/auth/sign-out', headers: { cookie } })).status).toBe(200)
    expect((await eu(cookie)).status).toBe(401)
  })

  test('creates a new session, ends the browser’s earlier one, and never takes over a planted one', async () => {
    const before = await desk.cookie('bruno')
    const screen = await desk.screen('bruno', before)
    const answer = await signIn('ana', demoSenha, { cookie: before })
    expect(answer.status).toBe(200)
    expect(sessionOf(answer)).not.toBe(before)
    expect((await eu(before)).status).toBe(401)
    await screen.ended
    expect((await eu(sessionOf(answer))).json.usuario.usuario).toBe('ana')
    // A failed sign-in does not end the session that the browser has.
    const kept = await desk.cookie('bruno')
    expect((await signIn('ana', 'senha-errada', { cookie: kept })).status).toBe(401)
    expect((await eu(kept)).status).toBe(200)
    const planted = await signIn('ana', demoSenha, { cookie: `${sessionCookie}=planted.by-somebody` })
    expect(sessionOf(planted)).not.toContain('planted')
    const { rows } = await desk.database.pool.query(`SELECT 1 FROM sessao WHERE token LIKE 'planted%'`)
    expect(rows).toEqual([])
  })

  test('leaves a page that was drawn for somebody else without a session: it does nothing in the new name', async () => {
    const cookie = await desk.cookie('bruno')
    const remind = (headers: Record<string, string>) =>
      desk.send({
        path: '/api/painel/lembretes',
        headers: { cookie, origin: desk.url, ...headers },
        body: { chave: crypto.randomUUID(), palavras: 'retornar', em_minutos: 10 },
      })
    const [ana, bruno] = [await desk.idOf('ana'), await desk.idOf('bruno')]
    expect((await remind({ 'x-tela-de': `${ana}` })).status).toBe(401)
    expect(await desk.database.prisma.lembrete.count()).toBe(0)
    const signOut = (of: number) =>
      desk.send({ path: '/api/auth/sign-out', headers: { cookie, origin: desk.url, 'x-tela-de': `${of}` }, body: {} })
    expect((await signOut(ana)).status).toBe(401)
    expect((await remind({ 'x-tela-de': `${bruno}` })).status).toBe(200)
    expect((await signOut(bruno)).status).toBe(200)
    expect((await eu(cookie)).status).toBe(401)
  })

  test('fails with the same answer and the same work whether the name or the password is wrong', async () => {
    let hashes = 0
    const hook = createHook({
      init(_id, type) {
        if (type === 'SCRYPTREQUEST') hashes += 1
      },
    }).enable()
    const tried: { status: number; body: unknown; hashes: number }[] = []
    for (const name of ['ana', 'ninguem', 'x', 'a name that cannot be', 'n'.repeat(200)]) {
      const before = hashes
      const answer = told(await signIn(name, 'outra-senha'))
      tried.push({ ...answer, hashes: hashes - before })
    }
    hook.disable()
    const [first] = tried
    expect(first).toMatchObject({ status: 401, hashes: 1, body: { msg: 'Usuário ou senha incorretos' } })
    for (const each of tried) expect(each).toEqual(first)
  })

  test('accepts a name and a password, refuses other bodies and ignores other fields', async () => {
    const send = (body: unknown) =>
      desk.send({ path: '/api/auth/sign-in/username', headers: { origin: desk.url }, body })
    for (const body of ['{', '[]', '{}', { username: 1, password: 2 }, { username: 'ana' }])
      expect([400, 422]).toContain((await send(body)).status)
    const answer = await send({
      username: 'ana',
      password: demoSenha,
      callbackURL: 'https://evil.example',
      rememberMe: false,
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.text).not.toContain('evil.example')
  })

  test('from another origin’s page is refused, and so is that page’s request with a valid session', async () => {
    expect((await signIn('ana', demoSenha, { origin: 'http://evil.example' })).status).toBe(403)
    const headers = { cookie: await desk.cookie('ana'), origin: 'http://evil.example' }
    const { headers: notified } = await desk.notify({ ramal: 101 })
    const path = `/api/painel/ligacoes/${notified['x-ligacao-id']}/fechar`
    expect((await desk.send({ method: 'POST', path, headers })).status).toBe(403)
    expect((await desk.screen('ana')).first.ligacoes).toHaveLength(1)
  })
})

describe('failed sign-ins', () => {
  test('are limited per address whatever headers it sends, and successful sign-ins do not count', async () => {
    const ip = anywhere()
    for (let n = 0; n < limit + 1; n++) expect((await signIn('clara', demoSenha, { ip })).status).toBe(200)
    const attempts = []
    for (let n = 0; n < limit + 2; n++)
      attempts.push(await signIn(`alguem${n}`, 'senha-errada', { ip, 'x-alo-ip': `10.0.0.${n}` }))
    expect(attempts.map(({ status }) => status)).toEqual([...Array(limit).fill(401), 429, 429])
    expect(Number(attempts.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
    expect(attempts.at(-1)?.json).toMatchObject({ status: 'error', msg: expect.stringContaining('Tentativas demais') })
    // Somebody who is signed in already is not locked out.
    expect((await eu(await desk.cookie('ana'))).status).toBe(200)
  })

  test('that are sent at once from one address do not exceed the limit', async () => {
    const ip = anywhere()
    const attempts = await Promise.all(Array.from({ length: 10 }, (_, n) => signIn(`outro${n}`, 'errada', { ip })))
    expect(attempts.filter(({ status }) => status === 401)).toHaveLength(limit)
    expect(attempts.filter(({ status }) => status === 429)).toHaveLength(10 - limit)
  })

  test('are limited per account over all addresses, and the owner’s known device can still sign in', async () => {
    const device = deviceOf(await signIn('bruno'))
    const stolen = deviceOf(await signIn('clara'))
    const attempts = []
    for (let n = 0; n < limit + 2; n++) attempts.push((await signIn(n % 2 ? 'bruno' : 'BRUNO', 'errada')).status)
    expect(attempts).toEqual([...Array(limit).fill(401), 429, 429])
    // Now even the right password is refused, so an attacker learns nothing. Another account's device cookie does not
    // help.
    expect((await signIn('bruno')).status).toBe(429)
    for (const cookie of [
      stolen,
      device.replace(/.$/, ''),
      device.replace('alo.device=', 'alo.device=x'),
      'alo.device=',
    ])
      expect((await signIn('bruno', demoSenha, { cookie })).status).toBe(429)
    expect((await signIn('bruno', demoSenha, { cookie: `a=b; ${device}` })).status).toBe(200)
    // Other accounts are not affected.
    expect((await signIn('clara')).status).toBe(200)
  })

  test('from a known device are limited over all its addresses, and do not stop the owner elsewhere', async () => {
    const cookie = deviceOf(await signIn('clara'))
    const attempts = []
    for (let n = 0; n < limit + 1; n++) attempts.push((await signIn('clara', 'errada', { cookie })).status)
    expect(attempts).toEqual([...Array(limit).fill(401), 429])
    expect((await signIn('clara', demoSenha, { cookie })).status).toBe(429)
    // The failures count only for the device: Clara can sign in from elsewhere.
    expect((await signIn('clara')).status).toBe(200)
  })

  test('a device is known to each user who signed in on it, for 180 days', async () => {
    const first = deviceOf(await signIn('ana'))
    const shared = deviceOf(await signIn('clara', demoSenha, { cookie: first }))
    expect(shared.split('~')).toHaveLength(2)
    expect(shared).not.toMatch(/ana|clara/)
    const again = deviceOf(await signIn('ana', demoSenha, { cookie: shared }))
    expect(again.split('~')).toHaveLength(2)
    const number = first.slice('alo.device='.length, 27)
    expect(again.slice('alo.device='.length, 27)).toBe(number)
    const knownIn = (days: number) =>
      knownDevice({ ...desk.desk, now: () => new Date(Date.now() + days * 86_400_000) }, first, 'ana')
    expect([await knownIn(179), await knownIn(181)]).toEqual([number, null])
  })
})

describe('a session', () => {
  const age = (cookie: string, set: string) =>
    desk.database.pool.query(`UPDATE sessao SET ${set} WHERE token = $1`, [
      decodeURIComponent(cookie.slice(sessionCookie.length + 1)).split('.')[0],
    ])

  test('is extended by a request, in the browser too, but not by an open screen', async () => {
    const cookie = await desk.cookie('ana')
    await age(cookie, `expira_em = now() + interval '1 day'`)
    const until = async () =>
      (await desk.database.pool.query<{ expira_em: Date }>('SELECT expira_em FROM sessao ORDER BY id DESC LIMIT 1'))
        .rows[0]?.expira_em
    const before = await until()
    await (await desk.screen('ana', cookie)).sync()
    expect(await until()).toEqual(before)
    const answer = await eu(cookie)
    expect(sessionOf(answer)).toBe(cookie)
    expect(answer.headers['set-cookie']?.[0]).toContain('Max-Age=604800')
    expect((await until())?.getTime()).toBeGreaterThan(Date.now() + 6.9 * 86_400_000)
    // A second use right after the first extends nothing.
    expect((await eu(cookie)).headers['set-cookie']).toBeUndefined()
  })

  test('that is ended while a request extends it is over for that request', async () => {
    const cookie = await desk.cookie('ana')
    await age(cookie, `expira_em = now() + interval '1 day'`)
    await desk.database.pool.query(`
      CREATE FUNCTION ended_meanwhile() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN DELETE FROM sessao WHERE id = OLD.id; RETURN NULL; END $$;
      CREATE TRIGGER ended_meanwhile BEFORE UPDATE ON sessao FOR EACH ROW EXECUTE FUNCTION ended_meanwhile()`)
    try {
      expect((await eu(cookie)).status).toBe(401)
    } finally {
      await desk.database.pool.query('DROP FUNCTION ended_meanwhile CASCADE')
    }
  })

  test.each([
    ['signed out', `DELETE FROM sessao WHERE usuario_id = $1`, 401],
    ['given another role', `UPDATE usuario SET papel = 'atendente' WHERE id = $1`, 403],
  ])('does nothing for a person who was %s before the body of their request had come', async (_how, change, status) => {
    const usuario = `saiu${status}`
    const id = await desk.user({ usuario, papel: 'administrador' })
    const cookie = await desk.cookie(usuario)
    await age(cookie, `expira_em = now() + interval '1 day'`)
    const body = JSON.stringify({ nome: usuario, escopos: ['cliente'] })
    const headers = { cookie, 'content-type': 'application/json', 'content-length': body.length }
    const request = http.request(`${desk.url}/api/painel/tokens`, { method: 'POST', headers })
    const answered = once(request, 'response')
    request.write(body.slice(0, 1))
    // The session is extended once the request was let in.
    const extended = `SELECT 1 FROM sessao WHERE usuario_id = $1 AND expira_em > now() + interval '2 days'`
    await expect.poll(async () => (await desk.database.pool.query(extended, [id])).rowCount).toBe(1)
    await desk.database.pool.query(change, [id])
    request.end(body.slice(1))
    const [{ statusCode }] = await answered
    expect(statusCode).toBe(status)
    expect(await desk.database.prisma.token.count({ where: { nome: usuario } })).toBe(0)
  })

  test('ends, with its sockets, when it is idle too long, too old or dated in the future', async () => {
    const [idle, old, other] = [await desk.cookie('ana'), await desk.cookie('ana'), await desk.screen('ana')]
    const ahead = await desk.cookie('ana')
    const screens = [await desk.screen('ana', idle), await desk.screen('ana', old), await desk.screen('ana', ahead)]
    await age(idle, `expira_em = now() - interval '1 second'`)
    // A session this old ends even if it was used all the time.
    await age(old, `criado_em = now() - interval '30 days', expira_em = now() + interval '7 days'`)
    // A session that began in the future, because the clock was set back since.
    await age(ahead, `criado_em = now() + interval '2 days'`)
    for (const cookie of [idle, old, ahead]) expect((await eu(cookie)).status).toBe(401)
    for (const screen of screens) await screen.ended
    await desk.notify({ ramal: 101, ligacao_params: { id: 'depois' } })
    expect(await other.events()).toEqual(['ligacao:aberta'])
    expect(screens.flatMap(({ heard }) => heard)).toEqual([])
    // The ended sessions are deleted from the table.
    const { rowCount } = await desk.database.pool.query(
      `SELECT 1 FROM sessao WHERE expira_em <= now() OR NOT criado_em BETWEEN now() - interval '30 days' AND now() + interval '1 day'`,
    )
    expect(rowCount).toBe(0)
    other.close()
  })
})

describe('a user’s own sessions', () => {
  const list = (cookie: string) => desk.send({ path: '/api/painel/sessoes', headers: { cookie } })
  const end = (cookie: string, which = '') =>
    desk.send({ method: 'POST', path: `/api/painel/sessoes/${which}encerrar`, headers: { cookie } })

  test('are listed with address and browser, without other users’ sessions and without any token', async () => {
    await desk.database.pool.query('DELETE FROM sessao')
    const ip = anywhere()
    const here = sessionOf(await signIn('ana', demoSenha, { ip, 'user-agent': 'Mozilla/5.0 (X11; Linux)' }))
    await desk.cookie('bruno')
    await insertSession(desk.database, 'ana', new Date(Date.now() - 1_000))
    const elsewhere = await desk.cookie('ana')
    const answer = await list(here)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.json.sessoes).toHaveLength(2)
    expect(answer.json.sessoes.find(({ atual }: { atual: boolean }) => atual)).toMatchObject({
      ip,
      navegador: 'Mozilla/5.0 (X11; Linux)',
    })
    for (const cookie of [here, elsewhere])
      expect(answer.text).not.toContain(decodeURIComponent(cookie.slice(sessionCookie.length + 1)).split('.')[0])
  })

  test('can be ended one by one, with their sockets; another user’s session is not found', async () => {
    const [here, there, other] = [await desk.cookie('ana'), await desk.cookie('ana'), await desk.cookie('bruno')]
    const idOf = async (cookie: string): Promise<number> =>
      (await list(cookie)).json.sessoes.find(({ atual }: { atual: boolean }) => atual).id
    const [screen, bruno] = [await desk.screen('ana', there), await desk.screen('bruno', other)]
    expect((await end(here, `${await idOf(other)}/`)).status).toBe(404)
    expect((await end(here, `${await idOf(there)}/`)).json.encerradas).toBe(1)
    await screen.ended
    expect([(await eu(there)).status, (await eu(here)).status, (await eu(other)).status]).toEqual([401, 200, 200])
    expect(await bruno.events()).toEqual([])
  })

  test('can all be ended at once with their sockets, on record, without ending another user’s', async () => {
    const cookies = await Promise.all(Array.from({ length: 3 }, () => desk.cookie('clara')))
    const screens = await Promise.all(cookies.map((cookie) => desk.screen('clara', cookie)))
    const bruno = await desk.screen('bruno')
    const [here = ''] = cookies
    const before = (await list(here)).json.sessoes.length
    expect((await end(here)).json.encerradas).toBe(before)
    // The database announces the end, so the sockets end without waiting for a chore or for another request.
    const reasons = await Promise.race([
      Promise.all(screens.map(({ ended }) => ended)),
      new Promise((_, reject) => setTimeout(() => reject(new Error('sockets outlive their sessions')), 8_000)),
    ])
    expect(reasons).toEqual(Array(3).fill('io server disconnect'))
    for (const cookie of cookies) expect((await eu(cookie)).status).toBe(401)
    expect(await bruno.events()).toEqual([])
    const { rows } = await desk.database.pool.query(
      `SELECT u.usuario, detalhes FROM auditoria JOIN usuario u ON u.id = usuario_id WHERE acao = 'sessoes_encerradas' ORDER BY auditoria.id DESC LIMIT 1`,
    )
    expect(rows).toEqual([{ usuario: 'clara', detalhes: { encerradas: before } }])
  })

  test('are neither listed nor ended without a session, and not ended from another origin', async () => {
    for (const answer of [await list(''), await end(''), await end('', '1/')]) expect(answer.status).toBe(401)
    const foreign = { cookie: await desk.cookie('ana'), origin: 'http://evil.example' }
    const answer = await desk.send({ method: 'POST', path: '/api/painel/sessoes/encerrar', headers: foreign })
    expect(answer.status).toBe(403)
  })
})

test('with an https PUBLIC_URL cookies are Secure and __Host-, and other host names and cookie names are refused', async () => {
  const secure = await startDesk({ publicUrl: 'https://alo.example.com.br' })
  try {
    const answer = await secure.send({
      path: '/api/auth/sign-in/username',
      headers: { origin: 'https://alo.example.com.br' },
      body: { username: 'ana', password: demoSenha },
    })
    const set = answer.headers['set-cookie'] ?? []
    expect(set.map((each) => each.split('=')[0]).sort()).toEqual(['__Host-alo.device', '__Host-alo.session_token'])
    for (const each of set) {
      expect(each).toMatch(/; HttpOnly/)
      expect(each).toMatch(/; Secure/)
      expect(each).toMatch(/; SameSite=Strict/)
      expect(each).toMatch(/; Path=\/;/)
      expect(each).not.toMatch(/Domain/i)
    }
    const cookie = cookiesOf(answer).find((each) => each.includes('session_token')) ?? ''
    expect((await secure.send({ path: '/api/painel/eu', headers: { cookie } })).status).toBe(200)
    // DNS rebinding: a page under another host name that resolves to the desk can neither sign in nor open a socket.
    const elsewhere = { host: 'evil.example', origin: 'https://evil.example', cookie }
    const rebound = await secure.send({
      path: '/api/auth/sign-in/username',
      headers: elsewhere,
      body: { username: 'ana', password: demoSenha },
    })
    expect([rebound.status, rebound.headers['set-cookie']]).toEqual([421, undefined])
    expect((await secure.send({ path: '/socket.io/?EIO=4&transport=polling', headers: elsewhere })).status).toBe(403)
    const plain = cookie.replace('__Host-', '')
    expect((await secure.send({ path: '/api/painel/eu', headers: { cookie: plain } })).status).toBe(401)
  } finally {
    await secure.stop()
  }
})

test('without a trusted proxy, a forged X-Forwarded-For does not get around the sign-in limit', async () => {
  const plain = await startDesk({ signInsPerMinute: limit })
  try {
    const attempts = []
    for (let n = 0; n < limit + 2; n++)
      attempts.push(
        await plain.send({
          path: '/api/auth/sign-in/username',
          headers: { origin: plain.url, 'x-forwarded-for': `10.0.0.${n}`, forwarded: `for=10.0.0.${n}` },
          body: { username: `alguem${n}`, password: 'senha-errada' },
        }),
      )
    expect(attempts.map(({ status }) => status)).toEqual([...Array(limit).fill(401), 429, 429])
  } finally {
    await plain.stop()
  }
})
