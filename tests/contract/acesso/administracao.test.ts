import { beforeEach, describe, expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
beforeEach(() => desk.clear())

const usuarios = '/api/painel/usuarios'
const tokens = '/api/painel/tokens'
const senha = 'quatro palavras bem compridas'

const as = async (usuario: string) => {
  const cookie = await desk.cookie(usuario)
  return (path: string, body?: unknown, method = 'POST') => desk.send({ method, path, body, headers: { cookie } })
}
const asAdmin = (path: string, body?: unknown, method?: string) =>
  as('admin').then((administrador) => administrador(path, body, method))
const listed = async (usuario: string) => {
  const { json } = await asAdmin(usuarios, undefined, 'GET')
  return json.usuarios.find((each: { usuario: string }) => each.usuario === usuario)
}
const recorded = async (acao: string) =>
  (
    await desk.database.pool.query('SELECT usuario_id, alvo, detalhes FROM auditoria WHERE acao = $1 ORDER BY id', [
      acao,
    ])
  ).rows
const signIn = (username: string, password: string) =>
  desk.send({ path: '/api/auth/sign-in/username', body: { username, password } })
const accept = (segredo: string, password = senha) =>
  desk.send({ path: '/api/senha', body: { segredo, senha: password } })

let made = 0
/** An administrator creates an agent with an unused extension. */
async function newUsuario(more: Record<string, unknown> = {}) {
  made += 1
  const body = { usuario: `novo${made}`, nome: `Novo ${made}`, papel: 'atendente', ramal: `7${made}00`, ...more }
  const { status, json } = await asAdmin(usuarios, body)
  expect({ status, json }).toMatchObject({ status: 200 })
  return json as {
    usuario: { id: number; usuario: string; ramal: string; alterado_em: string }
    convite: { segredo: string; endereco: string | null }
  }
}
const changed = (id: number, body: Record<string, unknown>) => asAdmin(`${usuarios}/${id}`, body)

describe('a new user', () => {
  test('sets the password by a link that works once', async () => {
    const { usuario, convite } = await newUsuario({ usuario: 'Joana.Dark ', nome: 'Joana Dark' })
    expect(usuario).toMatchObject({ usuario: 'joana.dark', papel: 'atendente', ativo: true, sessoes: 0 })
    expect((await signIn('joana.dark', senha)).status).toBe(401)

    const whose = await desk.send({ path: '/api/senha/convite', body: convite })
    expect(whose.json.usuario).toEqual({ usuario: 'joana.dark', nome: 'Joana Dark' })
    const weak = await accept(convite.segredo, 'joana dark 1')
    expect({ status: weak.status, campos: weak.json.campos }).toMatchObject({
      status: 422,
      campos: { senha: [expect.stringContaining('nome')] },
    })
    expect((await accept(convite.segredo)).status).toBe(200)
    const { rows } = await desk.database.pool.query(
      `SELECT usuario_id, ip FROM auditoria WHERE acao = 'senha_escolhida'`,
    )
    expect(rows.at(-1)).toEqual({ usuario_id: usuario.id, ip: '127.0.0.1' })
    expect((await signIn('joana.dark', senha)).status).toBe(200)
    for (const again of [
      await accept(convite.segredo, `${senha} outra`),
      await desk.send({ path: '/api/senha/convite', body: convite }),
    ])
      expect({ status: again.status, msg: again.json.msg }).toEqual({
        status: 404,
        msg: expect.stringContaining('peça um novo'),
      })
    expect((await signIn('joana.dark', senha)).status).toBe(200)
  })

  test('is in the audit record by name; the link’s secret is neither stored nor logged', async () => {
    const { usuario, convite } = await newUsuario()
    const [entry] = (await recorded('usuario_criado')).slice(-1)
    expect(entry).toMatchObject({
      usuario_id: await desk.idOf('admin'),
      alvo: `usuario:${usuario.id}`,
      detalhes: { usuario: usuario.usuario, ramal: usuario.ramal },
    })
    const kept = await desk.database.pool.query(
      'SELECT (SELECT json_agg(a) FROM auditoria a) AS a, (SELECT json_agg(c) FROM convite_senha c) AS c',
    )
    expect(JSON.stringify(kept.rows)).not.toContain(convite.segredo)
    expect(JSON.stringify(kept.rows[0].a)).not.toMatch(/hash|senha":/)
    expect(JSON.stringify(desk.log)).not.toContain(convite.segredo)
  })

  test.each([
    [{ usuario: 'ana' }, 'usuario'],
    [{ usuario: 'com espaço' }, 'usuario'],
    [{ nome: 'x'.repeat(200) }, 'nome'],
    [{ nome: '   ' }, 'nome'],
    [{ papel: 'rei' }, 'papel'],
    [{ ramal: '101' }, 'ramal'],
    [{ ramal: '10a' }, 'ramal'],
    [{ identificador_interno: 'ANA01' }, 'identificador_interno'],
  ])('with %j is refused with an error at that field, and is not created', async (mistake, field) => {
    const count = async () => (await desk.database.pool.query('SELECT count(*)::int AS n FROM usuario')).rows[0].n
    const before = await count()
    const body = { usuario: 'recusada', nome: 'Recusada', papel: 'atendente', ...mistake }
    const { status, json } = await asAdmin(usuarios, body)
    expect({ status, fields: Object.keys(json.campos) }).toEqual({ status: 422, fields: [field] })
    expect(await count()).toBe(before)
  })

  test('that is sent twice at once is created once', async () => {
    const body = { usuario: 'gemea', nome: 'Gêmea', papel: 'atendente' }
    const answers = await Promise.all([asAdmin(usuarios, body), asAdmin(usuarios, body)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await desk.database.pool.query(`SELECT id FROM usuario WHERE usuario = 'gemea'`)).rowCount).toBe(1)
  })
})

describe('a link to a new password', () => {
  test('replaces the earlier link, and ends only that user’s sessions when it is used', async () => {
    const { usuario, convite } = await newUsuario()
    const again = await asAdmin(`${usuarios}/${usuario.id}/convite`)
    expect((await accept(convite.segredo)).status).toBe(404)
    const [own, other] = [await desk.cookie(usuario.usuario), await desk.cookie('ana')]
    expect((await accept(again.json.convite.segredo)).status).toBe(200)
    const eu = async (cookie: string) => (await desk.send({ path: '/api/painel/eu', headers: { cookie } })).status
    expect([await eu(own), await eu(other)]).toEqual([401, 200])
  })

  test('stays valid, and sessions go on, if the audit record of its use or their end cannot be written', async () => {
    const { usuario, convite } = await newUsuario()
    const cookie = await desk.cookie(usuario.usuario)
    const { pool } = desk.database
    const unrecorded = `acao NOT IN ('senha_escolhida', 'sessoes_encerradas', 'usuario_sessoes_encerradas')`
    await pool.query(`ALTER TABLE auditoria ADD CONSTRAINT planted CHECK (${unrecorded}) NOT VALID`)
    const own = { path: '/api/painel/sessoes/encerrar', headers: { cookie, origin: desk.url } }
    const refused = [
      await accept(convite.segredo),
      await asAdmin(`${usuarios}/${usuario.id}/sessoes/encerrar`),
      await desk.send({ method: 'POST', ...own }),
    ]
    await pool.query('ALTER TABLE auditoria DROP CONSTRAINT planted')
    expect(refused.map(({ status }) => status)).toEqual([500, 500, 500])
    expect(desk.expectErrors()).toHaveLength(3)
    expect((await desk.send({ path: '/api/painel/eu', headers: { cookie } })).status).toBe(200)
    expect((await accept(convite.segredo)).status).toBe(200)
  })

  test('fails a sign-in with the old password that is still in progress when the link is used', async () => {
    const { usuario, convite } = await newUsuario()
    expect((await accept(convite.segredo)).status).toBe(200)
    const again = await asAdmin(`${usuarios}/${usuario.id}/convite`)
    const client = await desk.database.pool.connect()
    // Other statements about sessions may wait, too. Asked outside the transaction, where pg_stat_activity may change.
    const waits = async (statement: string) =>
      (
        await desk.database.pool.query(
          `SELECT FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
          [`${statement} "public"."sessao"%`],
        )
      ).rowCount
    await client.query('BEGIN; LOCK TABLE sessao IN SHARE MODE')
    const entering = signIn(usuario.usuario, senha)
    await expect.poll(() => waits('INSERT INTO')).toBe(1)
    const changing = accept(again.json.convite.segredo, `${senha} nova`)
    await expect.poll(() => waits('DELETE FROM')).toBe(1)
    await client.query('COMMIT')
    client.release()
    expect([(await changing).status, (await entering).status]).toEqual([200, 401])
    const { rowCount } = await desk.database.pool.query('SELECT FROM sessao WHERE usuario_id = $1', [usuario.id])
    expect(rowCount).toBe(0)
  })

  test('sets one password when the link is used twice at one instant', async () => {
    const { usuario, convite } = await newUsuario()
    const client = await desk.database.pool.connect()
    await client.query('BEGIN')
    await client.query('SELECT FROM convite_senha WHERE usuario_id = $1 FOR UPDATE', [usuario.id])
    const twice = [accept(convite.segredo), accept(convite.segredo, `${senha} outra`)]
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect.poll(async () => (await desk.database.pool.query(waiting)).rowCount).toBe(2)
    await client.query('COMMIT')
    client.release()
    expect((await Promise.all(twice)).map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('expires after an hour', async () => {
    const { usuario, convite } = await newUsuario()
    const left = `SELECT extract(epoch FROM expira_em - now()) AS seconds FROM convite_senha WHERE usuario_id = ${usuario.id}`
    const [{ seconds }] = (await desk.database.pool.query(left)).rows
    expect(Number(seconds)).toBeGreaterThan(3_500)
    expect(Number(seconds)).toBeLessThanOrEqual(3_600)
    await desk.database.pool.query('UPDATE convite_senha SET expira_em = now() WHERE usuario_id = $1', [usuario.id])
    expect((await accept(convite.segredo)).status).toBe(404)
  })

  test('that is used twice at once sets the password once', async () => {
    const { usuario, convite } = await newUsuario()
    const answers = await Promise.all([
      accept(convite.segredo, `${senha} um`),
      accept(convite.segredo, `${senha} dois`),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    const good = answers[0]?.status === 200 ? 'um' : 'dois'
    expect((await signIn(usuario.usuario, `${senha} ${good}`)).status).toBe(200)
  })

  test('stops working when its user is disabled, also after they are enabled again', async () => {
    const { usuario, convite } = await newUsuario()
    const cookie = await desk.cookie(usuario.usuario)
    await asAdmin(`${usuarios}/${usuario.id}/desativar`)
    expect((await accept(convite.segredo)).status).toBe(404)
    expect((await asAdmin(`${usuarios}/${usuario.id}/convite`)).status).toBe(404)
    // As a sign-in leaves it that was under way while the user was disabled.
    const late = await desk.cookie(usuario.usuario)
    await asAdmin(`${usuarios}/${usuario.id}/reativar`)
    expect((await accept(convite.segredo)).status).toBe(404)
    // Nor does the session from before come back with the person.
    for (const session of [cookie, late])
      expect((await desk.send({ path: '/api/painel/eu', headers: { cookie: session } })).status).toBe(401)
  })
})

describe('a change of a user', () => {
  test('that is based on an outdated version gets 409 with the user as they are now', async () => {
    const { usuario } = await newUsuario()
    const { alterado_em } = usuario
    const answers = await Promise.all([
      changed(usuario.id, { alterado_em, nome: 'Primeira' }),
      changed(usuario.id, { alterado_em, nome: 'Segunda' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won, lost] = answers[0]?.status === 200 ? answers : answers.reverse()
    expect(lost?.json.usuario).toEqual(won?.json.usuario)
    expect((await listed(usuario.usuario)).nome).toBe(won?.json.usuario.nome)
    const { rows } = await desk.database.pool.query(
      `SELECT detalhes FROM auditoria WHERE acao = 'usuario_alterado' AND alvo = 'usuario:${usuario.id}'`,
    )
    expect(rows).toHaveLength(1)
  })

  test('keeps the fields that it leaves out, and clears those that it sends empty', async () => {
    const { usuario } = await newUsuario({ identificador_interno: 'ficá01'.normalize('NFD') })
    const { json } = await changed(usuario.id, { alterado_em: usuario.alterado_em, ramal: '' })
    expect(json.usuario).toMatchObject({
      ...usuario,
      ramal: null,
      identificador_interno: 'ficá01',
      alterado_em: expect.any(String),
    })
  })

  test('to another user’s ramal is refused with their name; as an exchange, it changes both users', async () => {
    const [one, other] = [(await newUsuario()).usuario, (await newUsuario()).usuario]
    const body = { alterado_em: one.alterado_em, ramal: other.ramal }
    const refused = await changed(one.id, body)
    expect({ status: refused.status, campos: refused.json.campos }).toEqual({
      status: 422,
      campos: { ramal: [`O campo ramal já é de Novo ${made}: troque os dois entre si ou escolha outro`] },
    })
    expect((await changed(one.id, { ...body, trocar_com: [other.id] })).status).toBe(200)
    expect([(await listed(one.usuario)).ramal, (await listed(other.usuario)).ramal]).toEqual([other.ramal, one.ramal])
    expect((await recorded('usuario_alterado')).at(-1)).toMatchObject({
      alvo: `usuario:${one.id}`,
      detalhes: { ramal: other.ramal, ramal_de: other.usuario },
    })
  })

  test('to a ramal and an identifier of two other users reports both, and exchanges only with users it names', async () => {
    const people = []
    for (const identificador_interno of ['trocaum', 'trocadois', 'trocatres'])
      people.push((await newUsuario({ identificador_interno })).usuario)
    const [one, two, three] = people
    if (!one || !two || !three) throw new Error('three people')
    const body = { alterado_em: one.alterado_em, ramal: two.ramal, identificador_interno: 'TrocaTres' }
    const refused = async (trocar_com: number[]) => {
      const { status, json } = await changed(one.id, { ...body, trocar_com })
      return { status, fields: Object.keys(json.campos) }
    }
    expect(await refused([])).toEqual({ status: 422, fields: ['ramal', 'identificador_interno'] })
    expect(await refused([two.id])).toEqual({ status: 422, fields: ['identificador_interno'] })
    expect(await listed(two.usuario)).toMatchObject({ ramal: two.ramal })
    expect((await changed(one.id, { ...body, trocar_com: [two.id, three.id] })).status).toBe(200)
    const names = { ramal: two.ramal, identificador_interno: 'TrocaTres' }
    expect(await listed(one.usuario)).toMatchObject(names)
    expect(await listed(two.usuario)).toMatchObject({ ramal: one.ramal, identificador_interno: 'trocadois' })
    expect(await listed(three.usuario)).toMatchObject({ ramal: three.ramal, identificador_interno: 'trocaum' })
  })

  test('of a ramal during a call keeps the window and its cancel; the next call rings the new owner', async () => {
    const [one, other] = [(await newUsuario()).usuario, (await newUsuario()).usuario]
    const [here, there] = [await desk.screen(one.usuario), await desk.screen(other.usuario)]
    const call = { ramal: one.ramal, telefone: '37999912222', ligacao_params: { call_id: 'troca' } }
    await desk.notify(call)
    expect(
      (await changed(one.id, { alterado_em: one.alterado_em, ramal: other.ramal, trocar_com: [other.id] })).status,
    ).toBe(200)
    // The change ends both agents' screens. Wait for that, or it would end the new screens too.
    await Promise.all([here.ended, there.ended])
    const [oneAgain, otherAgain] = [await desk.screen(one.usuario), await desk.screen(other.usuario)]
    expect((await oneAgain.sync()).ligacoes).toHaveLength(1)
    expect((await otherAgain.sync()).ligacoes).toEqual([])
    await desk.cancel(call)
    expect((await oneAgain.sync()).ligacoes).toEqual([])
    await desk.notify({ ...call, ligacao_params: { call_id: 'depois' } })
    expect((await otherAgain.sync()).ligacoes).toHaveLength(1)
    expect((await oneAgain.sync()).ligacoes).toEqual([])
    here.close()
    there.close()
  })

  test('of the role applies to the next request and disconnects the user’s screens', async () => {
    const { usuario } = await newUsuario({ papel: 'supervisor' })
    const cookie = await desk.cookie(usuario.usuario)
    const screen = await desk.screen(usuario.usuario, cookie)
    const over = new Promise((resolve) => screen.socket.once('disconnect', resolve))
    const list = () => desk.send({ path: '/api/painel/clientes', headers: { cookie } })
    expect((await list()).status).toBe(200)
    await changed(usuario.id, { alterado_em: usuario.alterado_em, papel: 'atendente' })
    expect((await list()).status).toBe(403)
    await over
  })
})

describe('the last administrator', () => {
  const active = async () =>
    (await desk.database.pool.query(`SELECT id FROM usuario WHERE papel = 'administrador' AND desativado IS NOT TRUE`))
      .rowCount

  test('cannot be demoted, disabled or deleted, neither by a request nor in the database', async () => {
    const admin = await listed('admin')
    const demoted = await changed(admin.id, { alterado_em: admin.alterado_em, papel: 'supervisor' })
    expect({ status: demoted.status, campos: Object.keys(demoted.json.campos) }).toEqual({
      status: 422,
      campos: ['papel'],
    })
    const disabled = await asAdmin(`${usuarios}/${admin.id}/desativar`)
    expect({ status: disabled.status, campos: disabled.json.campos }).toEqual({ status: 422, campos: {} })
    for (const deed of [
      'UPDATE usuario SET desativado = true',
      `UPDATE usuario SET papel = 'atendente'`,
      'DELETE FROM usuario',
    ])
      await expect(desk.database.pool.query(`${deed} WHERE id = ${admin.id}`)).rejects.toThrow('last administrador')
    expect(await listed('admin')).toEqual({ ...admin, sessoes: expect.any(Number) })
    expect(await active()).toBe(1)
  })

  test('remains when two administrators disable and demote each other at once', async () => {
    for (let round = 0; round < 3; round++) {
      const { usuario } = await newUsuario({ papel: 'administrador' })
      const admin = await listed('admin')
      const [one, other] = [await as('admin'), await as(usuario.usuario)]
      await Promise.all([
        one(`${usuarios}/${usuario.id}/desativar`),
        other(`${usuarios}/${admin.id}`, { alterado_em: admin.alterado_em, papel: 'supervisor' }),
      ])
      expect(await active()).toBeGreaterThanOrEqual(1)
      await desk.database.pool.query(`UPDATE usuario SET papel = 'administrador' WHERE usuario = 'admin'`)
      await desk.database.pool.query('UPDATE usuario SET desativado = true WHERE id = $1', [usuario.id])
    }
  })
})

describe('a user’s sessions', () => {
  test('that began too long ago are neither listed nor counted', async () => {
    const { usuario } = await newUsuario()
    for (let n = 0; n < 3; n++) await desk.cookie(usuario.usuario)
    await desk.database.pool.query(
      `UPDATE sessao SET criado_em = now() - interval '30 days'
       WHERE id = (SELECT min(id) FROM sessao WHERE usuario_id = $1)`,
      [usuario.id],
    )
    const { json } = await asAdmin(`${usuarios}/${usuario.id}/sessoes`, undefined, 'GET')
    expect(json.sessoes).toHaveLength(2)
    expect((await listed(usuario.usuario)).sessoes).toBe(2)
  })

  test('are listed, and an administrator can end one or all, which is recorded', async () => {
    const { usuario } = await newUsuario()
    const cookies = [
      await desk.cookie(usuario.usuario),
      await desk.cookie(usuario.usuario),
      await desk.cookie(usuario.usuario),
    ]
    const path = `${usuarios}/${usuario.id}/sessoes`
    const { json } = await asAdmin(path, undefined, 'GET')
    expect(json.sessoes).toHaveLength(3)
    const eu = async (cookie: string) => (await desk.send({ path: '/api/painel/eu', headers: { cookie } })).status
    const [last] = json.sessoes
    expect((await asAdmin(`${path}/${last.id}/encerrar`)).json.encerradas).toBe(1)
    expect((await Promise.all(cookies.map(eu))).sort()).toEqual([200, 200, 401])
    expect((await asAdmin(`${path}/${last.id}/encerrar`)).status).toBe(404)
    expect((await asAdmin(`${path}/encerrar`)).json.encerradas).toBe(2)
    expect(await Promise.all(cookies.map(eu))).toEqual([401, 401, 401])
    expect((await recorded('usuario_sessoes_encerradas')).slice(-2).map(({ detalhes }) => detalhes.encerradas)).toEqual(
      [1, 2],
    )
  })

  test('cannot be ended under another user’s id', async () => {
    const { usuario } = await newUsuario()
    await desk.cookie('ana')
    const { json } = await asAdmin(`${usuarios}/${await desk.idOf('ana')}/sessoes`, undefined, 'GET')
    const path = `${usuarios}/${usuario.id}/sessoes/${json.sessoes[0].id}/encerrar`
    expect((await asAdmin(path)).status).toBe(404)
  })
})

describe('a token', () => {
  const body = (nome: string) => ({ nome, escopos: ['pbx'] })

  test('works at once, shows its secret only once, and is refused from the request after its revocation', async () => {
    const { json } = await asAdmin(tokens, { ...body('central'), redes: ['127.0.0.0/8'] })
    expect(json.segredo).toMatch(/^alo_[\w-]{43}$/)
    expect((await desk.notify({ ramal: 101 }, json.segredo)).status).toBe(200)
    const all = await asAdmin(tokens, undefined, 'GET')
    expect(all.text).not.toContain(json.segredo)
    expect(all.json.tokens.find(({ nome }: { nome: string }) => nome === 'central')).toMatchObject({
      escopos: ['pbx'],
      redes: ['127.0.0.0/8'],
      revogado_em: null,
    })
    const over = await asAdmin(`${tokens}/${json.token.id}/revogar`)
    expect(over.json.token.revogado_em).not.toBeNull()
    expect((await desk.notify({ ramal: 101 }, json.segredo)).status).toBe(401)
    // A colleague whose page still shows the token as active may revoke it again.
    const again = await asAdmin(`${tokens}/${json.token.id}/revogar`)
    expect({ status: again.status, token: again.json.token }).toEqual({ status: 200, token: over.json.token })
    expect((await recorded('token_revogado')).filter(({ alvo }) => alvo === `token:${json.token.id}`)).toHaveLength(1)
    expect((await asAdmin(`${tokens}/2147483647/revogar`)).status).toBe(404)
    const deeds = [...(await recorded('token_criado')).slice(-1), ...(await recorded('token_revogado')).slice(-1)]
    expect(deeds.map(({ alvo }) => alvo)).toEqual([`token:${json.token.id}`, `token:${json.token.id}`])
    expect(JSON.stringify(deeds)).not.toContain(json.segredo)
  })

  test('expires at the end of a day in the desk’s time zone, or at an exact time', async () => {
    const ends = [
      { expira_em: '2199-12-10', until: '2199-12-11T02:59:59.999Z' },
      { expira_em: '2199-12-10T23:59:59-05:00', until: '2199-12-11T04:59:59.000Z' },
    ]
    for (const { expira_em, until } of ends)
      expect((await asAdmin(tokens, { ...body(`até ${expira_em}`), expira_em })).json.token.expira_em).toBe(until)
  })

  test('stores a network once that is written twice', async () => {
    const { json } = await asAdmin(tokens, { ...body('duas vezes'), redes: ['10.0.0.1', '10.0.0.0/8', ' 10.0.0.1 '] })
    expect(json.token.redes).toEqual(['10.0.0.1', '10.0.0.0/8'])
  })

  test('that is requested twice at once is created once', async () => {
    const answers = await Promise.all([asAdmin(tokens, body('duplo')), asAdmin(tokens, body('duplo'))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await desk.database.pool.query(`SELECT id FROM token WHERE nome = 'duplo'`)).rowCount).toBe(1)
  })

  test.each([
    [{ nome: '' }, 'nome'],
    [{ escopos: [] }, 'escopos'],
    [{ escopos: ['tudo'] }, 'escopos.0'],
    [{ redes: ['10.0.0.0/99'] }, 'redes'],
    [{ expira_em: '2020-01-01T00:00:00Z' }, 'expira_em'],
    [{ expira_em: '2020-01-01' }, 'expira_em'],
    [{ expira_em: '2199-02-30' }, 'expira_em'],
    [{ expira_em: 'amanhã' }, 'expira_em'],
    [{ expira_em: '9999-12-31T23:59:59-03:00' }, 'expira_em'],
  ])('with %j is refused with an error at that field', async (mistake, field) => {
    const { status, json } = await asAdmin(tokens, { ...body('recusado'), ...mistake })
    expect({ status, fields: Object.keys(json.campos) }).toEqual({ status: 422, fields: [field] })
  })

  test('with an expiry beyond the year 9999 is listed and can be revoked', async () => {
    const { json } = await asAdmin(tokens, body('sem fim'))
    await desk.database.pool.query(`UPDATE token SET expira_em = '10000-01-01T02:59:59Z' WHERE nome = 'sem fim'`)
    const all = await asAdmin(tokens, undefined, 'GET')
    expect(all.json.tokens.find(({ nome }: { nome: string }) => nome === 'sem fim')).toMatchObject({
      expira_em: '9999-12-31T23:59:59.999Z',
    })
    expect((await asAdmin(`${tokens}/${json.token.id}/revogar`)).status).toBe(200)
    expect((await asAdmin(tokens, body('depois do sem fim'))).status).toBe(200)
  })
})
