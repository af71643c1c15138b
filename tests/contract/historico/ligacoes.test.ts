import { beforeEach, describe, expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
beforeEach(() => desk.clear())

const list = (usuario: string, query = '') => desk.as(usuario, `ligacoes${query}`)
const ring = (ramal: number, telefone: string, call_id: string) =>
  desk.ring({ ramal, telefone, ligacao_params: { call_id } })
const idsOf = (answer: { json: { ligacoes: { id: string }[] } }) => answer.json.ligacoes.map(({ id }) => id)

/** Inserts `count` past calls of a user, a minute apart; every third is at the same instant as the one before. */
async function past(usuario: string, count: number, newest = new Date()) {
  await desk.database.pool.query(
    `INSERT INTO ligacao (id, usuario_id, ramal, telefone, chave, estado, encerrada_por, notificada_em, tocada_em, encerrada_em)
     SELECT gen_random_uuid(), u.id, u.ramal, '37999912222', 'antes-' || n, 'fechada', 'atendente', t, t, t
     FROM usuario u, generate_series(1, $2::int) n, LATERAL (SELECT $3::timestamptz - (n - (n % 3) / 2) * interval '1 minute' AS t) i
     WHERE u.usuario = $1`,
    [usuario, count, newest],
  )
}

describe('the call history', () => {
  test('shows an agent their own calls, newest first, with customer and end', async () => {
    const first = await ring(101, '37999912222', 'a')
    await ring(102, '37999912222', 'b')
    const second = await ring(101, '3732210002', 'c')
    await desk.cancel({ ramal: 101, ligacao_params: { call_id: 'a' } })
    const answer = await list('ana')
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(idsOf(answer)).toEqual([second, first])
    expect(answer.json.apos).toBeNull()
    expect(answer.json.ligacoes[1]).toEqual({
      id: first,
      estado: 'cancelada',
      ramal: '101',
      origem: null,
      telefone_formatado: '(37) 99991-2222',
      notificada_em: expect.any(String),
      atendida_em: null,
      encerrada_em: expect.any(String),
      encerrada_por: 'central',
      conversa_segundos: null,
      usuario: { nome: expect.any(String), usuario: 'ana' },
      protocolo_formatado: null,
      cliente: { id_cliente: expect.any(Number), nome_razaosocial: 'Maria da Conceição Ávila' },
      palavras: null,
    })
  })

  test.each(['clara', 'admin'])('shows everybody’s calls to %s', async (usuario) => {
    const ids = [await ring(101, '37999912222', 'a'), await ring(102, '37999912222', 'b')]
    expect(idsOf(await list(usuario))).toEqual(ids.reverse())
  })

  test('can be filtered by state', async () => {
    const [open, over] = [await ring(101, '37999912222', 'a'), await ring(101, '37999912222', 'b')]
    await desk.cancel({ ramal: 101, ligacao_params: { call_id: 'b' } })
    expect(idsOf(await list('ana', '?estado=aberta'))).toEqual([open])
    expect(idsOf(await list('ana', '?estado=cancelada'))).toEqual([over])
    expect(idsOf(await list('ana', '?estado='))).toEqual([over, open])
  })

  test('comes in pages without gap or overlap, also where several calls rang at the same time', async () => {
    await past('ana', 120)
    await past('bruno', 3)
    const seen: string[] = []
    for (let apos: string | null = ''; apos !== null; ) {
      const answer = await list('ana', `?apos=${apos}`)
      expect(answer.json.ligacoes.length).toBeLessThanOrEqual(50)
      seen.push(...idsOf(answer))
      apos = answer.json.apos
    }
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
  })

  test('goes back to the oldest call, and can be filtered by a period of days', async () => {
    const day = 86_400_000
    await past('ana', 1, new Date(Date.now() - 400 * day))
    const recent = await ring(101, '3732210002', 'a')
    expect((await list('ana')).json.ligacoes).toHaveLength(2)
    const on = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })
    const old = on.format(Date.now() - 400 * day - 60_000)
    const answer = await list('ana', `?data_inicio=${old}&data_fim=${old}`)
    expect(answer.json.ligacoes).toHaveLength(1)
    expect(idsOf(answer)).not.toContain(recent)
    expect(idsOf(await list('ana', `?data_inicio=${on.format(Date.now() - 2 * day)}`))).toEqual([recent])
    expect(idsOf(await list('ana', `?data_fim=${old}`))).toEqual(idsOf(answer))
  })

  test('is searched by telephone in any spelling, by name, by protocolo and by the words of a ticket', async () => {
    const maria = await ring(101, '37999912222', 'm')
    const other = await ring(101, '3732210002', 'o')
    const his = await ring(102, '37999912222', 'b')
    const { atendimento } = (await desk.act('ana', maria, 'atendimento')).json
    const save = (versao: number, change: object) =>
      desk.as('ana', `atendimentos/${atendimento.id}`, { versao, ...change }, 'PATCH')
    const saved = await save(atendimento.versao, {
      descricao: 'Sem  conexão\n desde ontem: 100% fora_do ar, diz Conceição',
    })
    const find = async (busca: string, usuario = 'ana', more = '') =>
      idsOf(await list(usuario, `?busca=${encodeURIComponent(busca)}${more}`))
    for (const spelt of ['37999912222', '+55 (37) 99991-2222', '037 9991-2222', '99991-2222', '9991-2222'])
      expect([spelt, await find(spelt)]).toEqual([spelt, [maria]])
    const { protocolo } = atendimento
    for (const known of [protocolo, atendimento.protocolo_formatado, protocolo.slice(0, 8), 'ávila conceicao', 'MARIA'])
      expect([known, await find(known)]).toEqual([known, [maria]])
    // The ticket's words are found while it is open and after it is closed.
    for (const words of ['conexao ontem', 'DESDE', '100%', 'fora_do'])
      expect([words, await find(words)]).toEqual([words, [maria]])
    expect((await save(saved.json.atendimento.versao, { estado: 'fechado' })).status).toBe(200)
    expect(await find('conexao ontem')).toEqual([maria])
    for (const nothing of ['conexao anteontem', '10_% fora', 'zzz', '37999913333', `${protocolo.slice(0, 13)}9`])
      expect([nothing, await find(nothing)]).toEqual([nothing, []])
    // The customer's name and the ticket's words both have it: the call is listed once.
    expect(await find('conceicao')).toEqual([maria])
    const [{ palavras }] = (await list('ana', '?busca=maria')).json.ligacoes
    expect(palavras).toBe('Sem conexão desde ontem: 100% fora_do ar, diz Conceição')

    // A search combines with the other filters, and does not show more people's calls.
    expect(await find('maria', 'clara')).toEqual([his, maria])
    expect(await find('maria', 'clara', `&usuario=${await desk.idOf('bruno')}`)).toEqual([his])
    expect(await find('maria', 'ana', '&estado=atendida')).toEqual([maria])
    expect(await find('maria', 'ana', '&estado=fechada')).toEqual([])
    expect(idsOf(await list('ana', '?estado=atendida'))).toEqual([maria])
    expect((await list('ana', `?usuario=${await desk.idOf('bruno')}`)).status).toBe(403)
    expect(await find('3732210002')).toEqual([other])
    for (const short of ['a', 'de', '37', '(', '   x '])
      expect((await list('ana', `?busca=${encodeURIComponent(short)}`)).json).toMatchObject({
        ligacoes: [],
        busca_curta: true,
      })
  })

  test('finds every call, page after page, by a word that many customers have', async () => {
    const { pool } = desk.database
    await past('ana', 60)
    await past('bruno', 60)
    await pool.query(`INSERT INTO cliente (id_cliente, codigo_cliente, nome_razaosocial, busca, tipo_pessoa, cpf_cnpj,
        telefone_primario, telefone_secundario, telefone_terciario, data_cadastro)
      SELECT 50000 + n, 50000 + n, 'Comum', 'comum ' || n, 'pf', '', '', '', '', now()::date FROM generate_series(1, 10200) n`)
    // More than the search looks up by name: it walks through the calls instead, and finds the last customers, too.
    await pool.query(`UPDATE ligacao l SET id_cliente = 60201 - o.n
      FROM (SELECT id, row_number() OVER (ORDER BY notificada_em, id) AS n FROM ligacao) o WHERE o.id = l.id`)
    // Ana passed this ticket on: she must not find it by its words, however common they are.
    await pool.query(
      `INSERT INTO atendimento (protocolo, ligacao_id, usuario_id, busca, criado_em, atualizado_em)
       VALUES ('1', $1, $2, 'comum', now(), now())`,
      [await ring(101, '37988887777', 'passada'), await desk.idOf('bruno')],
    )
    for (const [usuario, count] of [
      ['ana', 60],
      ['clara', 121],
    ] as const) {
      const seen: string[] = []
      for (let apos: string | null = ''; apos !== null; ) {
        const answer = await list(usuario, `?busca=comum&apos=${apos}`)
        seen.push(...idsOf(answer))
        apos = answer.json.apos
      }
      expect(new Set(seen).size).toBe(count)
      expect(seen).toHaveLength(count)
    }
    await pool.query('DELETE FROM cliente WHERE id_cliente > 50000')
  })

  test('does not walk through all calls for one page of a common word, and goes on with the next', async () => {
    const { pool } = desk.database
    await past('ana', 1, new Date(Date.now() - 86_400_000))
    for (let n = 0; n < 13; n++)
      await pool.query(`INSERT INTO ligacao (id, usuario_id, estado, notificada_em, tocada_em)
        SELECT gen_random_uuid(), 1, 'fechada', now(), now() FROM generate_series(1, 5000)`)
    await pool.query(`INSERT INTO cliente (id_cliente, codigo_cliente, nome_razaosocial, busca, tipo_pessoa, cpf_cnpj, data_cadastro)
      SELECT 50000 + n, 50000 + n, 'Comum', 'comum', 'pf', '', now()::date FROM generate_series(1, 10200) n`)
    await pool.query(`UPDATE ligacao SET id_cliente = 50001 WHERE chave = 'antes-1'`)
    const first = await list('clara', '?busca=comum')
    expect(first.json).toMatchObject({ ligacoes: [], apos: expect.any(String) })
    const second = await list('clara', `?busca=comum&apos=${first.json.apos}`)
    expect(second.json).toMatchObject({ ligacoes: [{ cliente: { id_cliente: 50001 } }], apos: null })
    await pool.query('TRUNCATE ligacao CASCADE')
    await pool.query('DELETE FROM cliente WHERE id_cliente > 50000')
  })

  test('hides a ticket’s words from the agent who passed it on to a colleague', async () => {
    const id = await ring(101, '37999912222', 'm')
    const opened = await desk.act('ana', id, 'atendimento')
    const at = `atendimentos/${opened.json.atendimento.id}`
    const body = { id_usuario: await desk.idOf('bruno'), versao: opened.json.atendimento.versao }
    const { versao } = (await desk.as('ana', `${at}/passar`, body)).json.atendimento
    const saved = await desk.as('bruno', at, { versao, descricao: 'escrito pelo colega' }, 'PATCH')
    expect(saved.status).toBe(200)
    const seen = async (usuario: string, query = '') =>
      (await list(usuario, query)).json.ligacoes.map(({ palavras }: { palavras: string | null }) => palavras)
    for (const estado of ['aberto', 'fechado']) {
      const change = { versao: saved.json.atendimento.versao, estado }
      if (estado === 'fechado') await desk.as('bruno', at, change, 'PATCH')
      expect(await seen('ana')).toEqual([null])
      expect(await seen('ana', '?busca=colega')).toEqual([])
      expect(await seen('clara', '?busca=colega')).toEqual(['escrito pelo colega'])
      // Ana still finds the call by its protocol number.
      expect(idsOf(await list('ana', `?busca=${opened.json.atendimento.protocolo}`))).toEqual([id])
    }
  })

  test('tells a supervisor which agents can be filtered by', async () => {
    await ring(101, '37999912222', 'a')
    const answer = await desk.as('clara', 'ligacoes/usuarios')
    expect(answer.json.usuarios).toEqual([{ id: await desk.idOf('ana'), nome: expect.any(String), usuario: 'ana' }])
  })

  test.each([
    ['?estado=perdidas', 'estado'],
    ['?apos=ontem', 'apos'],
    ['?apos=1700000000000-1', 'apos'],
    ['?apos=1700000000000-0b9f4f0e-54c6-4cb0-9d51-5a8c64b7a1de&apos=1', 'apos'],
  ])('refuses the query %s with 422 and names the field %s', async (query, field) => {
    const answer = await list('ana', query)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.json.campos)).toEqual([field])
  })

  test('is refused without a session, and to a token', async () => {
    expect((await desk.send({ path: '/api/painel/ligacoes' })).status).toBe(401)
    const { secret } = await desk.token({ escopos: ['pbx', 'cliente', 'financeiro'] })
    expect((await desk.send({ path: '/api/painel/ligacoes', authorization: secret })).status).toBe(401)
  })
})

describe('the exported spreadsheet of calls', () => {
  const exported = (usuario: string, query = '') => desk.as(usuario, `ligacoes/exportar${query}`)

  test('has the filtered calls with their talk time, disarms formulas, and is put on record', async () => {
    const id = await ring(101, '37999912222', 'a')
    await ring(102, '37999912222', 'b')
    await desk.database.pool.query(
      `UPDATE ligacao SET estado = 'fechada', encerrada_por = 'central', origem = '=1+1', notificada_em = '2026-11-22 12:00Z',
         atendida_em = '2026-11-22 12:00:05Z', encerrada_em = '2026-11-22 12:04:10Z' WHERE id = $1`,
      [id],
    )
    const answer = await exported('clara', '?estado=atendida&busca=37999912222')
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="chamadas-.*\.csv"$/)
    const [head, line, rest] = answer.text.split('\r\n')
    expect(head).toMatch(/^\uFEFFnotificada_em;atendida_em;encerrada_em;conversa_segundos;/)
    expect(line).toMatch(
      /^2026-11-22 09:00:00;2026-11-22 09:00:05;2026-11-22 09:04:10;245;fechada;central;\(37\) 99991-2222;'=1\+1;/,
    )
    expect(line).toContain('Maria da Conceição Ávila;Ana Souza;101;')
    expect(rest).toBe('')
    const [record] = await desk.database.prisma.auditoria.findMany({ orderBy: { id: 'desc' }, take: 1 })
    expect(record).toMatchObject({
      acao: 'ligacoes_exportadas',
      alvo: 'clientes',
      detalhes: { estado: 'atendida', busca: 'telefone (11)' },
    })
  })

  test('has a line for every call when they fill more than one batch', async () => {
    await past('ana', 1_100)
    const lines = (await exported('clara')).text.split('\r\n')
    expect(lines).toHaveLength(1 + 1_100 + 1)
  })

  test('is refused, and not on record, if its supervisor is signed out while it waits for its turn', async () => {
    const holder = await desk.database.pool.connect()
    await holder.query('BEGIN; LOCK TABLE ligacao IN ACCESS EXCLUSIVE MODE')
    const cookie = await desk.cookie('clara')
    const ask = () => desk.send({ path: '/api/painel/ligacoes/exportar', headers: { cookie } })
    const onRecord = () => desk.database.prisma.auditoria.count({ where: { acao: 'ligacoes_exportadas' } })
    const before = await onRecord()
    const first = [ask(), ask()]
    await expect.poll(onRecord).toBe(before + 2)
    const waiting = ask()
    // The export was sent before this request, which is answered: it has passed the door and waits.
    await desk.send({ path: '/api/painel/eu', headers: { cookie } })
    await desk.send({ path: '/api/auth/sign-out', headers: { cookie }, body: {} })
    await holder.query('COMMIT')
    holder.release()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
    expect((await waiting).status).toBe(401)
    expect(await onRecord()).toBe(before + 2)
  })

  test('has no call when the search term is too short, as in the list', async () => {
    await ring(101, '37999912222', 'a')
    expect((await exported('clara', '?busca=a')).text.split('\r\n')).toHaveLength(2)
  })
})
