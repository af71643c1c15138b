import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { applyMigrations, pendingMigrations } from '#server/database/migrate'
import { openDatabase } from '#server/database/open'
import { startDesk, type TestDesk } from '../../support/desk.ts'
import { quiet } from '../../support/embedded/folders.ts'
import { keptVersions, ownDatabaseOf } from '../../support/versionBefore.ts'

const migrations = 'prisma/migrations'
const all = readdirSync(migrations, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()

test('at least one earlier version is kept for these tests', () => {
  expect(keptVersions.length).toBeGreaterThan(0)
})

describe.each(keptVersions)('a desk upgraded from the version whose last migration is %s', (last) => {
  let own: Awaited<ReturnType<typeof ownDatabaseOf>>
  let desk: TestDesk
  beforeAll(async () => {
    own = await ownDatabaseOf(last)
    // Set the clock to when the version stopped, so that its windows and remembered answers are not too old.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(own.told.momento) })
  })
  afterAll(async () => {
    await desk?.stop()
    await own.remove()
    vi.useRealTimers()
  })

  test('migrates its data once, and loses no rows but those of two tables that nobody used', async () => {
    const { dataDir, databaseUrl, told } = own
    const database = await openDatabase({ dataDir, databaseUrl, role: 'server', log: quiet })
    const missing = all.filter((name) => name.slice(0, last.length) > last)
    expect(await applyMigrations(database.pool, migrations, quiet)).toEqual(missing)
    expect(await applyMigrations(database.pool, migrations, quiet)).toEqual([])
    expect(await pendingMigrations(database.pool, migrations)).toEqual([])

    const counted: Record<string, number> = {}
    const { rows: tables } = await database.pool.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    )
    for (const { name } of tables) {
      const { rows } = await database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${name}`)
      counted[name] = rows[0]?.n ?? 0
    }
    const { limite_taxa, socket_io_attachments, ...kept } = told.counts
    expect({ limite_taxa, socket_io_attachments }).toEqual({ limite_taxa: 1, socket_io_attachments: 1 })
    expect(counted).toMatchObject({ ...kept, _prisma_migrations: all.length })
    expect(counted).not.toHaveProperty('limite_taxa')
    expect(counted).not.toHaveProperty('socket_io_attachments')

    // The migration fills in two facts for old calls: the time of the last ring, and from a ticket that somebody
    // attended.
    const { rows: lives } = await database.pool.query(
      `SELECT l.estado::text, aberta_em = tocada_em AS "asRang", atendida_em IS NOT NULL AS attended, a.id IS NOT NULL AS ticketed
       FROM ligacao l LEFT JOIN atendimento a ON a.ligacao_id = l.id`,
    )
    expect(lives.filter(({ asRang }) => !asRang)).toEqual([])
    expect(lives.filter(({ attended, ticketed }) => attended !== ticketed)).toEqual([])
    expect(lives.filter(({ attended, estado }) => attended && estado === 'cancelada')).toEqual([])
    expect(new Set(lives.map(({ attended }) => attended)).size).toBe(2)
    await database.close()
  })

  test('gives the same answers as before', async () => {
    const { dataDir, databaseUrl, told } = own
    desk = await startDesk({ dataDir, databaseUrl, mode: 'production' })
    expect((await desk.send({ path: '/readyz' })).status).toBe(200)
    for (const { usuario, path, text } of told.answers) {
      const answer = await desk.send(
        usuario ? { path, headers: { cookie: told.cookies[usuario] } } : { path, authorization: told.token },
      )
      expect(answer.status, path).toBe(200)
      // Answers to screens may have more fields; answers to other systems must be the same bytes.
      if (usuario) {
        const before = JSON.parse(text)
        // Pages of the customers' list are now requested by place. A tab with the old version fails there and is
        // reloaded.
        if (path === '/api/painel/clientes') delete before.apos
        // A customer's page in such a tab fails too: its calls and tickets are now in the timeline.
        if (before.cliente?.ligacoes) {
          const { ligacoes, atendimentos, total_ligacoes: _, total_atendimentos: __, ...cliente } = before.cliente
          before.cliente = cliente
          const linha = await desk.send({
            path: `${path}/linha_do_tempo`,
            headers: { cookie: told.cookies[usuario] },
          })
          const ids = (each: { id: unknown }[]) => each.map(({ id }) => id)
          expect(ids(linha.json.itens)).toEqual(expect.arrayContaining(ids([...ligacoes, ...atendimentos])))
          expect(ligacoes.length + atendimentos.length).toBeGreaterThan(0)
        }
        expect(answer.json, path).toMatchObject(before)
      } else expect(answer.text, path).toBe(text)
    }
    expect(told.answers.length).toBeGreaterThan(5)
  })

  test('lets people sign in with their old passwords, and not with another', async () => {
    const signIn = (password: string) =>
      desk.send({
        path: '/api/auth/sign-in/username',
        headers: { origin: desk.url },
        body: { username: 'ana', password },
      })
    expect((await signIn(own.told.senha)).status).toBe(200)
    expect((await signIn('outra-senha-longa')).status).toBe(401)
  })

  test('still shows the open windows, and takes new calls, cancels and tickets', async () => {
    const { token, cookies, ligacoes } = own.told
    const aberta = ligacoes.filter(({ estado }) => estado === 'aberta').map(({ id }) => id)
    const ana = await desk.screen('ana', cookies.ana)
    const shown = ana.first.ligacoes.map(({ id }) => id)
    expect(shown).toHaveLength(2)
    expect(aberta).toEqual(expect.arrayContaining(shown))

    // The old version did not store who ended a call, so the migration derives it from the state.
    const { rows } = await desk.database.pool.query('SELECT DISTINCT estado::text, encerrada_por::text FROM ligacao')
    const enders = { aberta: null, fechada: 'atendente', cancelada: 'central', perdida: 'prazo', expirada: 'prazo' }
    expect(rows.length).toBeGreaterThan(2)
    expect(Object.entries(enders)).toEqual(expect.arrayContaining(rows.map((row) => [row.estado, row.encerrada_por])))

    const rang = await desk.notify({ ramal: 101, id_cliente: 1, ligacao_params: { call_id: 'depois-1' } }, token)
    expect(rang).toMatchObject({ status: 200, headers: { 'x-telas': '1' } })
    expect((await desk.cancel({ ramal: 101, ligacao_params: { call_id: 'antes-5' } }, token)).status).toBe(200)
    expect(await ana.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada'])
    expect(ana.heard[1]?.ligacao).toMatchObject({ id: shown[0], estado: 'cancelada' })

    const as = (method: string, path: string, body?: object) =>
      desk.send({ method, path, headers: { cookie: cookies.ana, origin: desk.url }, ...(body && { body }) })
    const path = `/api/painel/ligacoes/${rang.headers['x-ligacao-id']}/atendimento`
    const before = (await as('GET', '/api/painel/atendimentos')).json.atendimentos[0]
    const { protocolo } = (await as('POST', path)).json.atendimento
    expect(Number(protocolo)).toBe(Number(before.protocolo) + 1)
    const saved = await as('PATCH', `/api/painel/atendimentos/${before.id}`, {
      descricao: `${before.descricao} Técnico a caminho.`,
      versao: before.versao,
    })
    expect(saved).toMatchObject({ status: 200, json: { atendimento: { versao: before.versao + 1 } } })
  })

  test('gives the stored answer to a repeated registration, and adds to the old ledger', async () => {
    const { evento, lancado, token } = own.told
    const register = (key: string) =>
      desk.send({
        path: '/api/v1/integracao/financeiro/evento_faturamento',
        body: evento,
        authorization: token,
        headers: { 'idempotency-key': key },
      })
    expect((await register('antes-1')).json).toEqual(lancado)
    const ids = (await register('depois-1')).json.eventos_faturamento.map(
      ({ id_evento_faturamento: id }: { id_evento_faturamento: number }) => id,
    )
    expect(ids).toEqual([6, 7, 8])
    await expect(desk.database.pool.query('DELETE FROM evento_faturamento')).rejects.toThrow('append-only')
  })
})
