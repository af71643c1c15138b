import { io } from 'socket.io-client'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertSession } from '../../support/session.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
beforeEach(() => desk.clear())

/** Tries to connect. Resolves to 'connected', or to the message of the refusal. */
function tried(
  extraHeaders: Record<string, string>,
  path = '/socket.io',
  transports = ['websocket'],
  auth = {},
): Promise<string> {
  const how = { reconnection: false, forceNew: true, timeout: 5_000 }
  const socket = io(desk.url, { path, transports, extraHeaders, auth, ...how })
  return new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'))
    socket.once('connect_error', ({ message }) => resolve(message))
  }).finally(() => socket.close())
}

describe('a socket', () => {
  test.each([['polling'], ['websocket']])('without a session is refused over %s', async (transport) => {
    expect(await tried({}, '/socket.io', [transport])).toBe('nao_autenticado')
  })

  test('with a wrongly signed cookie, or an expired or ended session, is refused', async () => {
    const cookie = await desk.cookie('ana')
    expect(await tried({ cookie })).toBe('connected')
    expect(await tried({ cookie: cookie.replace(/.{6}$/, '%3D%3D') })).toBe('nao_autenticado')
    expect(await tried({ cookie: await insertSession(desk.database, 'ana', new Date(Date.now() - 1_000)) })).toBe(
      'nao_autenticado',
    )
    await desk.database.pool.query('DELETE FROM sessao')
    expect(await tried({ cookie })).toBe('nao_autenticado')
  })

  test('of a page that was drawn for somebody else than the session’s user is refused', async () => {
    const cookie = await desk.cookie('ana')
    const by = async (telaDe: unknown) => tried({ cookie }, '/socket.io', ['websocket'], { telaDe })
    expect(await by(await desk.idOf('ana'))).toBe('connected')
    // The last one is an object that becomes no text.
    for (const other of [await desk.idOf('bruno'), null, '', { toString: 1, valueOf: 1 }])
      expect(await by(other)).toBe('nao_autenticado')
  })

  test('with an integration token is refused', async () => {
    expect(await tried({ authorization: 'Bearer alo_demo_token' })).toBe('nao_autenticado')
  })

  test.each(['http://evil.example', 'https://127.0.0.1', 'null', 'http://127.0.0.1:1', 'nonsense'])(
    'of the origin %s is refused, even with a valid session',
    async (origin) => {
      const cookie = await desk.cookie('ana')
      expect(await tried({ cookie, origin }, '/socket.io', ['polling'])).toBe('xhr poll error')
      expect(await tried({ cookie, origin })).toBe('websocket error')
    },
  )

  test('of the desk’s own origin is accepted', async () => {
    expect(await tried({ cookie: await desk.cookie('ana'), origin: desk.url })).toBe('connected')
  })

  test.each(['j=0', 'x=?&%6A=0'])(
    'that asks for answers as scripts (%s), which any page can load, is refused',
    async (asked) => {
      const [path, headers] = ['/socket.io/?EIO=4&transport=polling', { cookie: await desk.cookie('ana') }]
      expect((await desk.send({ path, headers })).status).toBe(200)
      const answer = await desk.send({ path: `${path}&${asked}`, headers })
      expect([answer.status, answer.text]).toEqual([403, expect.not.stringContaining('sid')])
    },
  )

  test('at another path than /socket.io is refused', async () => {
    expect(await tried({ cookie: await desk.cookie('ana') }, '/api/socket')).toBe('websocket error')
  })

  test('that asks for another agent’s room, or sends unknown or malformed events, gets only its own calls', async () => {
    const bruno = await desk.screen('bruno')
    const ask = bruno.socket as unknown as { emit(event: string, ...args: unknown[]): void }
    for (const room of ['usuario:1', { room: 'usuario:1' }, 1]) {
      for (const event of ['join', 'subscribe', 'entrar', 'ligacao:aberta', 'ligacoes:abertas']) ask.emit(event, room)
    }
    ask.emit('ligacao:exibida', null)
    ask.emit('ligacao:exibida', { id: { $ne: 1 } })
    ask.emit('ligacao:exibida', { id: "' OR true --" })
    ask.emit('ligacoes:sincronizar', 'no function')
    ask.emit('mesa:pulso', 'no function')
    await desk.notify({ ramal: 101 })
    expect(await bruno.events()).toEqual([])
    await desk.notify({ ramal: 102 })
    expect(await bruno.events()).toEqual(['ligacao:aberta'])
  })
})

describe('the snapshot', () => {
  test('is sent on connect and on request, with only the user’s own calls, oldest first', async () => {
    const [one, two] = [await desk.notify({ ramal: 101, telefone: '37999912222' }), await desk.notify({ ramal: 101 })]
    await desk.notify({ ramal: 102 })
    const ana = await desk.screen('ana')
    const ids = [one, two].map(({ headers }) => headers['x-ligacao-id'])
    expect(ana.first.ligacoes.map(({ id }) => id)).toEqual(ids)
    expect(await ana.sync()).toEqual(ana.first)
  })

  test('does not contain a call that ended', async () => {
    const ana = await desk.screen('ana')
    await desk.notify({ ramal: 101 })
    await desk.cancel({ ramal: 101 })
    expect(await ana.sync()).toEqual({ ligacoes: [] })
  })

  test('asked for a hundred times at once is answered a hundred times', async () => {
    await desk.notify({ ramal: 101 })
    const ana = await desk.screen('ana')
    const answers = await Promise.all(Array.from({ length: 100 }, () => ana.sync()))
    expect(answers).toHaveLength(100)
    for (const answer of answers) expect(answer.ligacoes).toHaveLength(1)
  })

  test('equals the last event of the call, whose versions only grow', async () => {
    const ana = await desk.screen('ana')
    const cookie = await desk.cookie('ana')
    const { headers } = await desk.notify({ ramal: 101, ligacao_params: { id: 1 } })
    const path = `/api/painel/ligacoes/${headers['x-ligacao-id']}`
    await desk.send({ path: `${path}/cliente`, headers: { cookie }, body: { id_cliente: 1 } })
    const ticket = await desk.send({ method: 'POST', path: `${path}/atendimento`, headers: { cookie } })
    const { id, versao } = ticket.json.atendimento
    await desk.send({
      method: 'PATCH',
      path: `/api/painel/atendimentos/${id}`,
      headers: { cookie },
      body: { versao, descricao: 'x' },
    })
    const [ligacao] = (await ana.sync()).ligacoes
    await desk.cancel({ ramal: 101 })
    expect(await ana.events()).toEqual([
      'ligacao:aberta',
      'ligacao:atualizada',
      'ligacao:atualizada',
      'ligacao:atualizada',
      'ligacao:encerrada',
    ])
    expect(ana.heard.map(({ ligacao }) => ligacao.versao)).toEqual([1, 2, 3, 4, 5])
    expect(ligacao).toEqual(ana.heard[3]?.ligacao)
  })
})

describe('a user’s screens are disconnected at once', () => {
  test('when the user signs out: those of that session, not the others', async () => {
    const cookie = await desk.cookie('ana')
    const [mine, mineToo, other] = [
      await desk.screen('ana', cookie),
      await desk.screen('ana', cookie),
      await desk.screen('ana'),
    ]
    const out = await desk.send({ path: '/api/auth/sign-out', headers: { cookie, origin: desk.url }, body: {} })
    expect(out.status).toBe(200)
    expect(await mine.ended).toBe('io server disconnect')
    expect(await mineToo.ended).toBe('io server disconnect')
    await desk.notify({ ramal: 101 })
    expect(await other.events()).toEqual(['ligacao:aberta'])
    expect(mine.heard).toEqual([])
    expect((await desk.send({ path: '/api/painel/eu', headers: { cookie } })).status).toBe(401)
  })

  test('when the user is disabled in the database, and nobody else’s are', async () => {
    await desk.user({ usuario: 'eva', ramal: '150' })
    const cookie = await desk.cookie('eva')
    const [eva, bruno] = [await desk.screen('eva', cookie), await desk.screen('bruno')]
    await desk.database.pool.query(`UPDATE usuario SET desativado = true WHERE usuario = 'eva'`)
    expect(await eva.ended).toBe('io server disconnect')
    expect(await tried({ cookie })).toBe('nao_autenticado')
    expect((await desk.send({ path: '/api/painel/eu', headers: { cookie } })).status).toBe(401)
    expect(bruno.socket.connected).toBe(true)
  })
})
