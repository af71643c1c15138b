import type { OutgoingHttpHeaders } from 'node:http'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { byCommand, setAtivo } from '#server/acesso/rows/changeUsuario'
import type { ClientEvents } from '#server/ligacao/wire/ligacao'
import type { TestDesk } from '../../support/desk.ts'
import { openScreen, type Screen } from '../../support/screen.ts'
import { insertSession } from '../../support/session.ts'
import { useDesk } from '../../support/useDesk.ts'
import { type Comer, comers, known, opens, openToAll } from './opens.ts'

const desk = useDesk()
let headersOf: Record<Comer, OutgoingHttpHeaders>

beforeAll(async () => {
  const { database } = desk
  const cookies = {
    ana: await desk.cookie('ana'),
    clara: await desk.cookie('clara'),
    admin: await desk.cookie('admin'),
  }
  await desk.user({ usuario: 'desligada', papel: 'administrador' })
  await setAtivo(database, 'desligada', false, byCommand)
  const ended = await desk.cookie('admin')
  await database.pool.query('DELETE FROM sessao WHERE id = (SELECT max(id) FROM sessao)')
  const token = async (of: Parameters<TestDesk['token']>[0]) => ({ authorization: (await desk.token(of)).secret })
  const all = ['pbx', 'cliente', 'financeiro'] as const
  const revoked = await desk.token({ escopos: [...all] })
  await database.pool.query('UPDATE token SET revogado_em = now() WHERE nome = $1', [revoked.nome])
  const living = await token({ escopos: [...all] })

  headersOf = {
    nothing: {},
    atendente: { cookie: cookies.ana },
    supervisor: { cookie: cookies.clara },
    administrador: { cookie: cookies.admin },
    'another origin’s page with an administrator’s session': { cookie: cookies.admin, origin: 'http://evil.example' },
    // Of the same site (another port): the browser sends the cookie with it, and no Origin.
    'another origin’s picture with an administrator’s session': {
      cookie: cookies.admin,
      'sec-fetch-site': 'same-site',
    },
    'a session that expired': { cookie: await insertSession(database, 'admin', new Date(Date.now() - 1_000)) },
    'a session that ended': { cookie: ended },
    'a session that was altered': { cookie: altered(cookies.admin) },
    // Inserted after the user was disabled, because disabling ends the user's sessions.
    'a disabled user’s session': { cookie: await desk.cookie('desligada') },
    'a session in Authorization': { authorization: `Bearer ${cookies.admin.split('=')[1]}` },
    pbx: await token({ escopos: ['pbx'] }),
    cliente: await token({ escopos: ['cliente'] }),
    financeiro: await token({ escopos: ['financeiro'] }),
    'every scope': living,
    'no scope': await token({ escopos: [] }),
    'a revoked token': { authorization: revoked.secret },
    'an expired token': await token({ escopos: [...all], expira_em: new Date(Date.now() - 1_000) }),
    'an unknown token': { authorization: `alo_${'x'.repeat(43)}` },
    'a token in the cookie': { cookie: `alo.session_token=${living.authorization}` },
  }
})

/** Changes the session's token but keeps its signature. */
const altered = (cookie: string) => cookie.replace(/=./, (start) => (start === '=A' ? '=B' : '=A'))

const nobody = '00000000-0000-4000-8000-000000000000'
const nobodys: Record<string, string> = { ligacoes: nobody, perdidas: nobody }

async function statusFor(address: string, comer: Comer): Promise<number> {
  const [method = '', url = ''] = address.split(' ')
  const path = url.replace(/([^/]+)\/:id/, (_all, of: string) => `${of}/${nobodys[of] ?? '999999999'}`)
  const { status, headers } = await desk.send({ method, path, headers: headersOf[comer] })
  // No cache may keep an answer for people, nor a refusal.
  if (path.startsWith('/api/painel/')) expect({ address, ...headers }).toMatchObject(inNoCache)
  return status
}
const inNoCache = { 'cache-control': 'private, no-store' }

const endsSessions = 'POST /api/painel/sessoes/encerrar'

async function signInAnew(): Promise<void> {
  headersOf.atendente = { cookie: await desk.cookie('ana') }
  headersOf.supervisor = { cookie: await desk.cookie('clara') }
  headersOf.administrador = { cookie: await desk.cookie('admin') }
}

describe('every route', () => {
  test('has its line in the access table of opens.ts, and the table has no other lines', () => {
    const served = desk.served().filter((address) => !address.startsWith('HEAD '))
    expect(served.sort(), 'tests/contract/bounds/opens.ts says for each address who may come').toEqual(
      [...Object.keys(opens), ...openToAll].sort(),
    )
    // Every HEAD route must be one that is open to all: otherwise it would be a way in that the table does not list.
    const heads = desk.served().filter((address) => address.startsWith('HEAD '))
    expect(heads.map((address) => address.replace('HEAD', 'GET')).filter((get) => !openToAll.includes(get))).toEqual([])
  })

  test.each(Object.keys(opens))(
    '%s: accepts only those who may, forbids caching, and records nothing for those it refuses',
    async (address) => {
      const line = opens[address] ?? { to: [], with: 0 }
      if (address === endsSessions) onTestFinished(signInAnew)
      const ask = (asking: readonly Comer[]) =>
        Promise.all(asking.map(async (comer) => [comer, await statusFor(address, comer)] as const))
      const onRecord = () => desk.database.prisma.auditoria.count()
      const before = await onRecord()
      const got = await ask(comers.filter((comer) => !line.to.includes(comer)))
      expect(await onRecord()).toBe(before)
      got.push(...(await ask(line.to)))
      const due = comers.map((comer) => [
        comer,
        line.to.includes(comer) ? line.with : known(address, comer) ? 403 : 401,
      ])
      expect(Object.fromEntries(got)).toEqual(Object.fromEntries(due))
    },
  )

  test('if it is public, gives the same answer with a bad session or token as without one', async () => {
    for (const address of openToAll.filter((each) => each.startsWith('GET') && !each.includes('/docs'))) {
      const [, path = ''] = address.split(' ')
      const bare = await desk.send({ path })
      expect(bare.status, address).toBe(200)
      for (const comer of ['a session that expired', 'a disabled user’s session', 'a token in the cookie'] as const) {
        const answer = await desk.send({ path, headers: headersOf[comer] })
        if (path === '/metrics') expect(answer.text).not.toContain('desligada')
        else expect({ address, text: answer.text }).toEqual({ address, text: bare.text })
      }
    }
  })
})

describe('another agent’s call and ticket', () => {
  test('cannot be opened or changed by other users; supervisors and administrators see the call in their list', async () => {
    const { headers } = await desk.notify({ ramal: 101, id_cliente: 1, ligacao_params: { id: 'de ana' } })
    const id = String(headers['x-ligacao-id'])
    const path = `/api/painel/ligacoes/${id}`
    const { cookie: ana } = headersOf.atendente
    const opened = await desk.send({ method: 'POST', path: `${path}/atendimento`, headers: { cookie: ana } })
    const ticket = `/api/painel/atendimentos/${opened.json.atendimento.id}`
    const screen = await desk.screen('ana')
    const before = await screen.sync()
    const row = () => desk.database.pool.query('SELECT versao, estado, exibida_em FROM ligacao WHERE id = $1', [id])
    const unseen = (await row()).rows

    for (const usuario of ['bruno', 'clara', 'admin']) {
      const cookie = await desk.cookie(usuario)
      const tried = [
        { method: 'POST', path: `${path}/fechar` },
        { method: 'POST', path: `${path}/atendimento` },
        { method: 'GET', path: `${path}/contexto` },
        { path: `${path}/cliente`, body: { id_cliente: 2 } },
        {
          method: 'PATCH',
          path: ticket,
          body: { versao: opened.json.atendimento.versao, descricao: 'de outra pessoa' },
        },
      ]
      for (const request of tried)
        expect({ usuario, ...request, status: (await desk.send({ ...request, headers: { cookie } })).status }).toEqual({
          usuario,
          ...request,
          status: 404,
        })
      const tickets = await desk.send({ path: '/api/painel/atendimentos', headers: { cookie } })
      expect(tickets.json.atendimentos).toEqual([])
      // Only roles that may see all calls see this one.
      const calls = await desk.send({ path: '/api/painel/ligacoes', headers: { cookie } })
      expect(calls.text.includes(id)).toBe(usuario !== 'bruno')
    }
    expect(await screen.sync()).toEqual(before)
    expect(await screen.events()).toEqual([])
    expect((await row()).rows).toEqual(unseen)
  })

  test('an idempotency key of one token does not return its answer to another token', async () => {
    const { rows } = await desk.database.pool.query(
      'SELECT min(id_cliente_servico) AS id_cliente_servico, min(id_tipo_servico) AS id_tipo_servico FROM cliente_servico, tipo_servico',
    )
    const body = {
      ...rows[0],
      tipo: 'desconto',
      descricao: 'x',
      valor: 1,
      parcelado: false,
    }
    const path = '/api/v1/integracao/financeiro/evento_faturamento'
    const send = (comer: Comer) =>
      desk.send({
        path,
        body: { ...body, proximo_faturamento: true },
        headers: { ...headersOf[comer], 'idempotency-key': 'a mesma' },
      })
    const [one, other] = [await send('financeiro'), await send('every scope')]
    expect([one.status, other.status]).toEqual([200, 200])
    expect(other.headers['idempotency-replayed']).toBeUndefined()
    expect(other.json.eventos_faturamento).not.toEqual(one.json.eventos_faturamento)
  })
})

describe('the socket', () => {
  test.each(comers)('opened with %s is accepted only for a user’s valid session', async (comer) => {
    const people: Comer[] = ['atendente', 'supervisor', 'administrador']
    const extraHeaders = Object.fromEntries(
      Object.entries(headersOf[comer]).map(([name, value]) => [name, String(value)]),
    )
    const opening = openScreen(desk.url, extraHeaders.cookie ?? '', extraHeaders)
    if (people.includes(comer)) return (await opening).close()
    await expect(opening).rejects.toThrow(comer.startsWith('another origin') ? 'websocket error' : 'nao_autenticado')
  })

  /** How each client event is sent by a user who does not own the call. A new event needs its line here. */
  const said: Record<keyof ClientEvents, (screen: Screen, id: string) => Promise<unknown>> = {
    'ligacoes:sincronizar': (screen) => screen.sync(),
    'ligacao:exibida': async (screen, id) => {
      screen.socket.emit('ligacao:exibida', { id })
      return screen.sync()
    },
    'mesa:pulso': async (screen) => {
      expect(await screen.socket.timeout(20_000).emitWithAck('mesa:pulso')).toBeUndefined()
      return screen.sync()
    },
  }

  test.each(Object.entries(said))(
    'shows and changes nothing of another agent’s call on the event %s',
    async (_event, say) => {
      const others = [await desk.screen('bruno'), await desk.screen('clara'), await desk.screen('admin')]
      const { headers } = await desk.notify({
        ramal: 101,
        telefone: '37999910000',
        ligacao_params: { id: 'só de ana' },
      })
      const id = String(headers['x-ligacao-id'])
      for (const screen of others) {
        // A client cannot join a room or name a user: the server ignores events that the wire does not define.
        for (const word of ['join', 'subscribe', 'ligacao:aberta'])
          (screen.socket.emit as (word: string, ...rest: unknown[]) => unknown)(
            word,
            `usuario:${await desk.idOf('ana')}`,
          )
        expect(await say(screen, id)).toEqual({ ligacoes: [] })
      }
      await desk.cancel({ ramal: 101, ligacao_params: { id: 'só de ana' } })
      for (const screen of others) {
        expect(await screen.events()).toEqual([])
        expect(JSON.stringify(screen.everything)).not.toContain(id)
      }
      const { rows } = await desk.database.pool.query('SELECT exibida_em FROM ligacao WHERE id = $1', [id])
      expect(rows).toEqual([{ exibida_em: null }])
    },
  )
})
