import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { startPausa } from '#server/acesso/changePausa'
import { byCommand, setAtivo } from '#server/acesso/rows/changeUsuario'
import { demoToken } from '#server/demo/accounts'
import { flushShown } from '#server/ligacao/reportShown'
import { flushRastros } from '#server/rastro/noteRequest'
import { eraseTitular } from '#server/titular/eraseTitular'
import { exportTitular } from '#server/titular/exportTitular'
import { forgetOld } from '#server/titular/forgetOld'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk({ requestsPerSecond: 10_000, failedTokensPerMinute: 10_000, trustProxy: ['127.0.0.1'] })
let clara = ''
beforeEach(async () => {
  await desk.clear()
  await desk.database.pool.query('DELETE FROM rastro; DELETE FROM pausa')
  clara = await desk.cookie('clara')
})

const pbx = '/api/v1/integracao/pbx/ligacao/'
const ask = async (asked: Record<string, string> = {}) => {
  const { status, json } = await desk.send({
    path: `/api/painel/ligacoes/diagnostico?${new URLSearchParams(asked)}`,
    headers: { cookie: clara },
  })
  expect(status).toBe(200)
  return json as {
    resposta: string
    rastros: { em: string; operacao: string; frase: string; vezes: number; id: string; etapas: object[] }[]
    mais: boolean
  }
}
let keys = 0
const ring = (more: object = {}, authorization = demoToken) =>
  desk.notify(
    { ramal: 101, telefone: '37999912222', ligacao_params: { id: `rastro ${keys++}` }, ...more },
    authorization,
  )

/** A screen that reports every window as shown. */
async function drawing(usuario: string, som?: 'mudo' | 'bloqueado') {
  const screen = await desk.screen(usuario)
  screen.socket.on('ligacao:aberta', ({ id }) => screen.socket.emit('ligacao:exibida', { id, ...(som && { som }) }))
  return screen
}

test('the trace of a ring shown on a screen lists each stage, and is found by ramal, telephone, key, time or id', async () => {
  const screen = await drawing('ana')
  await ring({ ligacao_params: { uniqueid: 'a chave' } })
  await screen.sync()
  await flushShown(desk.desk)
  const { resposta, rastros } = await ask({ ramal: '101' })
  expect(resposta).toMatch(/^A janela apareceu na tela de Ana Souza, \d+ ms depois do toque\.$/)
  const [one] = rastros
  expect(one?.etapas.map((each) => Reflect.get(each, 'etapa'))).toEqual([
    ...[
      'Chegou',
      'Token e corpo lidos',
      'Ramal',
      'Telefone',
      'Decisão',
      'Avisada',
      'Respondida com 200',
      'Janela na tela',
    ],
  ])
  expect(one?.etapas).toMatchObject([
    { detalhe: 'de 127.0.0.1' },
    { detalhe: expect.stringMatching(/^token “/) },
    { detalhe: '101 → Ana Souza' },
    { detalhe: '1 cliente' },
    { detalhe: 'abrir a janela' },
    { detalhe: '1 tela' },
    {},
    { ms: expect.any(Number) },
  ])
  const at = new Intl.DateTimeFormat('sv-SE', { timeZone: desk.config.timeZone, timeStyle: 'short' }).format(new Date())
  const finding: Record<string, string>[] = [
    { telefone: '+55 (37) 99991-2222' },
    { chave: 'a chave' },
    { hora: at },
    { id: one?.id ?? '' },
  ]
  for (const asked of finding) expect((await ask(asked)).rastros.map(({ id }) => id)).toEqual([one?.id])
  const others: Record<string, string>[] = [
    ...[{ ramal: '102' }, { telefone: '3732215678' }, { chave: 'a' }, { dia: '2026-01-01' }],
  ]
  for (const other of others) expect((await ask(other)).rastros).toEqual([])
})

test('the trace says how a token is wrong: unknown, missing, expired, outside its networks, without the scope', async () => {
  const expired = await desk.token({ expira_em: new Date(Date.now() - 1_000) })
  const away = await desk.token({ redes: ['10.9.0.0/16'] })
  const scope = await desk.token({ escopos: ['cliente'] })
  const cases: [authorization: string, says: RegExp][] = [
    ['alo_nobody', /o token enviado não existe nesta mesa/],
    ['', /veio sem token/],
    [expired.secret, new RegExp(`o token “${expired.nome}” venceu`)],
    [away.secret, /não vale a partir do endereço 127\.0\.0\.1/],
    [scope.secret, /não tem o escopo pbx/],
  ]
  for (const [secret, says] of cases) {
    await ring({}, secret)
    const { resposta, rastros } = await ask()
    expect(resposta).toMatch(says)
    expect(JSON.stringify(rastros)).not.toContain('alo_')
  }
  expect((await ask({ ramal: '101' })).rastros).toEqual([])
  const { rows } = await desk.database.pool.query('SELECT pedidos::text FROM rastro')
  for (const { secret } of [expired, away, scope]) expect(JSON.stringify(rows)).not.toContain(secret)
  expect(JSON.stringify(rows)).not.toContain('segredo')
})

test('the trace says why a call was refused: unknown or disabled ramal, two users, or a broken body', async () => {
  const id = await desk.user({ usuario: 'fora', nome: 'Fora da Escala', ramal: '777' })
  await setAtivo(desk.database, id, false, byCommand)
  await ring({ ramal: 199 })
  expect((await ask({ ramal: '199' })).resposta).toMatch(/ramal não pertence a nenhum usuário ativo/)
  await ring({ ramal: 777 })
  expect((await ask({ ramal: '777' })).resposta).toMatch(/o ramal 777 é de Fora da Escala, que está sem acesso/)
  await ring({ identificador_interno: 'bruno02' })
  expect((await ask({ ramal: '101' })).resposta).toMatch(/deve indicar o mesmo usuário que ramal/)
  await desk.send({ path: `${pbx}notificar`, authorization: demoToken, body: '{"ramal": 101' as never })
  expect((await ask()).resposta).toMatch(/\(4\d\d\)/)
})

test.each([
  ['GET', `${pbx}notificar`, /^Recusada \(405\): Este endereço não aceita GET: use POST/],
  [
    'POST',
    `${pbx}notificar/?ramal=101`,
    /^Recusada \(404\): Este endereço não existe, mas este sim: \/api\/v1\/integracao/,
  ],
  [
    'POST',
    `${pbx.replace('/pbx', '//PBX')}cancelar`,
    /^Recusada \(404\): Este endereço não existe, mas este sim: \/api/,
  ],
])('a call told by %s %s leaves a trace that says what is wrong with it', async (method, path, said) => {
  const { json } = await desk.send({ method, path, authorization: demoToken })
  expect((await ask({ id: json.id_requisicao })).resposta).toMatch(said)
})

test('the trace says that a cancel came first, that a ring was repeated, or that it came after the end', async () => {
  const screen = await desk.screen('ana')
  const ligacao_params = { id: 'cedo' }
  await desk.cancel({ ramal: 101, telefone: '37999912222', ligacao_params })
  expect((await ask({ chave: 'cedo' })).resposta).toMatch(/O cancelamento chegou antes da notificação/)
  await ring({ ligacao_params })
  expect((await ask({ chave: 'cedo' })).resposta).toMatch(/^Não tocou: o cancelamento da mesma chamada chegou antes/)
  expect(await screen.events()).not.toContain('ligacao:aberta')

  await ring({ ligacao_params: { id: 'duas' } })
  await ring({ ligacao_params: { id: 'duas' } })
  expect((await ask({ chave: 'duas' })).resposta).toMatch(/^Retransmissão/)
  await desk.cancel({ ramal: 101, ligacao_params: { id: 'duas' } })
  await ring({ ligacao_params: { id: 'duas' } })
  const { rastros } = await ask({ chave: 'duas' })
  expect(rastros.map(({ frase }) => frase.slice(0, 14))).toEqual([
    'Não tocou: a n',
    'O cancelamento',
    'Retransmissão:',
    'A chamada term',
  ])
})

test('the trace of a call without a screen says that its window waits, or how it was closed', async () => {
  const ligacao_params = { id: 'sem tela' }
  const nobody = 'Não tocou: Ana Souza não tinha nenhuma tela do Alô aberta. A janela'
  const told = async () => (await ask({ chave: 'sem tela' })).rastros.at(-1)
  await ring({ ligacao_params })
  expect((await told())?.frase).toBe(`${nobody} espera por quem entrar.`)
  await desk.cancel({ ramal: 101, ligacao_params })
  const { frase, etapas } = (await told()) ?? {}
  expect(frase).toBe(`${nobody} foi fechada pela central.`)
  expect(etapas?.slice(-2)).toMatchObject([{ detalhe: 'não' }, { etapa: 'Encerrada', detalhe: 'pela central' }])
  await desk.database.pool.query(`UPDATE ligacao SET estado = 'perdida', encerrada_por = 'prazo'`)
  expect((await told())?.frase).toBe(`${nobody} foi fechada pelo prazo.`)
})

/** Ends the call and makes everything about it old, so that the next ring counts as another round of a queue. */
async function endRound(call: object) {
  await desk.cancel(call)
  await flushShown(desk.desk)
  const back = ['notificada_em', 'tocada_em', 'toque_entregue', 'aberta_em', 'exibida_em', 'encerrada_em']
  const set = back.map((each) => `${each} = ${each} - '20 s'::interval`).join(', ')
  await desk.database.pool.query(`UPDATE ligacao SET ${set}`)
  await moveTraces(20_000)
}

/** Makes all traces so much older. */
async function moveTraces(ms: number) {
  await flushRastros(desk.desk)
  for (const row of await desk.database.prisma.rastro.findMany()) {
    const pedidos = z.array(z.looseObject({ em: z.string() })).parse(row.pedidos)
    const moved = pedidos.map((of) => ({ ...of, em: new Date(Date.parse(of.em) - ms).toISOString() }))
    await desk.database.prisma.rastro.update({
      where: { id: row.id },
      data: { quando: new Date(row.quando.getTime() - ms), pedidos: JSON.parse(JSON.stringify(moved)) },
    })
  }
}

test('the trace of a queue’s round does not show what happened in a later round of the same call', async () => {
  const call = { ramal: 101, telefone: '37999912222', ligacao_params: { id: 'rodadas' } }
  const told = async () => (await ask({ chave: 'rodadas' })).rastros.filter(({ operacao }) => operacao === 'notificar')
  await ring(call)
  await endRound(call)
  const screen = await drawing('ana', 'mudo')
  await ring(call)
  await screen.sync()
  await endRound(call)
  const [second, first] = await told()
  expect(first?.frase).toBe(
    'Não tocou: Ana Souza não tinha nenhuma tela do Alô aberta. A central tocou a mesma chamada outra vez depois.',
  )
  expect(JSON.stringify(first?.etapas)).not.toContain('Janela na tela')
  expect(second?.frase).toMatch(
    /^A janela apareceu na tela de Ana Souza, \d+ ms depois do toque \(a central tocou de novo\), sem som/,
  )

  const ana = await desk.idOf('ana')
  screen.close()
  await expect.poll(() => desk.desk.publisher.screensOf(ana)).toBe(0)
  await ring(call)
  const [third, drawn] = await told()
  expect(third?.frase).toMatch(/^Não tocou: Ana Souza não tinha nenhuma tela do Alô aberta\. A janela espera/)
  expect(drawn?.frase).toMatch(/^A tela de Ana Souza foi avisada \(a central tocou de novo\)\. A central tocou a mesma/)
})

test('the trace says why a call went unnoticed: no screen, a frozen tab, a muted or blocked sound, or a pause', async () => {
  await ring()
  expect((await ask({ ramal: '101' })).resposta).toMatch(/^Não tocou: Ana Souza não tinha nenhuma tela do Alô aberta/)
  await desk.clear()
  const frozen = await desk.screen('ana')
  await ring()
  await frozen.sync()
  expect((await ask({ ramal: '101' })).resposta).toMatch(/não desenhou a janela. A aba está congelada/)
  frozen.close()

  for (const [som, says] of [
    ['mudo', /“Não perturbe”/],
    ['bloqueado', /o navegador cala essa tela/],
  ] as const) {
    await desk.clear()
    const screen = await drawing('ana', som)
    await ring()
    await screen.sync()
    await flushShown(desk.desk)
    expect((await ask({ ramal: '101' })).resposta).toMatch(says)
  }
  // A screen's report about a colleague's call is ignored.
  await desk.clear()
  const [ana, bruno] = [await drawing('ana'), await desk.screen('bruno')]
  await ring()
  await ana.sync()
  bruno.socket.emit('ligacao:exibida', { id: ana.heard[0]?.ligacao.id ?? '', som: 'mudo' })
  await bruno.sync()
  await flushShown(desk.desk)
  expect((await ask({ ramal: '101' })).resposta).toMatch(/^A janela apareceu na tela/)

  await startPausa(desk.desk, await desk.idOf('ana'), 'almoco')
  await ring()
  await ana.sync()
  await flushShown(desk.desk)
  expect((await ask({ ramal: '101' })).resposta).toMatch(/sem som: Ana Souza estava em pausa \(almoço\)/)
})

test('when nothing came from a ramal, the answer names the last request of any ramal', async () => {
  expect((await ask({ ramal: '101' })).resposta).toMatch(
    /^Nada chegou do ramal 101 .* nem de qualquer outro ramal: .* Administração › Central, ou peça a um administrador\.$/,
  )
  const ligacao = String((await ring({ ramal: 102 })).headers['x-ligacao-id'])
  const named =
    /^Nada chegou do ramal 101 entre .*; o último pedido de qualquer ramal foi às \d\d:\d\d de 127\.0\.0\.1\. Veja se a central chama este ramal pelo plano/
  expect((await ask({ ramal: '101' })).resposta).toMatch(named)
  // A day before all traces: their absence does not show that the exchange does not reach the desk.
  expect((await ask({ ramal: '101', dia: '2024-05-10' })).resposta).toMatch(
    /^Nada chegou do ramal 101 entre 10\/05 00:00 e 11\/05 00:00, nem antes .*; o último pedido .* às \d\d:\d\d de 127\.0\.0\.1\.$/,
  )
  expect((await ask({ telefone: '3733330000' })).resposta).toMatch(
    /Veja se a central avisa este endereço de cada chamada/,
  )
  // A later report of a screen gets its own row, which is not a request of the exchange.
  const bruno = await desk.screen('bruno')
  bruno.socket.emit('ligacao:exibida', { id: ligacao, som: 'mudo' })
  await bruno.sync()
  expect((await ask({ ramal: '101' })).resposta).toMatch(named)
  expect((await desk.database.pool.query('SELECT id FROM rastro')).rows).toHaveLength(2)
})

test('a day in the future has no answer yet, and a time without a day means its last occurrence', async () => {
  const { timeZone } = desk.config
  const hora = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(at)
  const dia = (at: number) =>
    new Intl.DateTimeFormat('pt-BR', { timeZone, day: '2-digit', month: '2-digit' }).format(at)
  const [hours, now] = [3_600_000, Date.now()]
  const toCome: Record<string, string>[] = [{ dia: '2999-01-01' }, { dia: '2999-01-01', hora: '10:00' }]
  for (const asked of toCome) expect((await ask(asked)).resposta).toMatch(/^Este momento ainda não chegou/)
  // A time an hour ahead without a day means 23 hours ago, the last time that the clock showed it.
  const before = now - 23 * hours
  const [from, to] = [before - 300_000, before + 300_000]
  expect((await ask({ hora: hora(before) })).resposta).toMatch(
    new RegExp(`^Nada chegou da central entre (${dia(from)} )?${hora(from)} e (${dia(to)} )?${hora(to)}, `),
  )
})

test('of many requests the newest fifty are shown, and without a time only those of the last day', async () => {
  await Promise.all(Array.from({ length: 51 }, (_, n) => ring({ ligacao_params: { id: `muitas ${n}` } })))
  const all = await ask()
  expect([all.rastros.length, all.mais]).toEqual([50, true])
  await moveTraces(23.9 * 3_600_000)
  expect((await ask()).rastros).toHaveLength(50)
  await moveTraces(0.2 * 3_600_000)
  expect((await ask()).rastros).toEqual([])
  expect((await ask({ chave: 'muitas 0' })).rastros).toHaveLength(1)
})

test('of two hundred equal refusals of a minute twenty have a trace each, and one more says how many others there were', async () => {
  const { nome, secret } = await desk.token({ escopos: ['cliente'] })
  for (let n = 0; n < 2; n++) await Promise.all(Array.from({ length: 100 }, () => ring({}, secret)))
  const { rastros } = await ask()
  expect(rastros.reduce((sum, { vezes }) => sum + vezes, 0)).toBe(200)
  const counted = rastros.find(({ vezes }) => vezes > 1)
  expect(counted?.frase).toMatch(new RegExp(`^${counted?.vezes} vezes`))
  const minute = counted?.em.slice(0, 16) ?? ''
  expect(rastros.filter(({ em, vezes }) => vezes === 1 && em.startsWith(minute))).toHaveLength(20)
  expect(JSON.stringify(rastros)).toContain(nome)
})

test('equal refusals are counted in one trace a minute, not one a second', async () => {
  const { secret } = await desk.token({ escopos: ['cliente'] })
  const written = (text: string) =>
    desk.database.pool.query('SELECT 1 FROM rastro WHERE pedidos::text LIKE $1', [`%${text}%`])
  for (let n = 0; n < 3; n++) {
    await Promise.all(Array.from({ length: 30 }, () => ring({}, secret)))
    // A request that came together with the refused ones was written within a second, without waiting for the minute.
    await ring({ ligacao_params: { id: `com elas ${n}` } })
    await expect.poll(async () => (await written(`com elas ${n}`)).rowCount, { timeout: 20_000 }).toBe(1)
  }
  // At most one row: a minute may have ended meanwhile.
  expect((await written('"vezes"')).rowCount).toBeLessThanOrEqual(1)
  const { rastros } = await ask()
  const refused = rastros.filter(({ frase }) => frase.includes('escopo'))
  expect(refused.reduce((sum, { vezes }) => sum + vezes, 0)).toBe(90)
  expect(refused.filter(({ vezes }) => vezes > 1).length).toBeLessThanOrEqual(2)
})

test('a customer’s requests are in their export and lose the telephone when they are erased; others stay', async () => {
  const { prisma } = desk.database
  const { id_cliente } = await prisma.cliente.findFirstOrThrow({ where: { nome_razaosocial: { startsWith: 'Maria' } } })
  await ring()
  await ring({ telefone: '3732219999' })
  await flushRastros(desk.desk)
  await desk.clear()
  const taken = JSON.stringify(await exportTitular(desk.desk, String(id_cliente)))
  expect(taken).toContain('"telefone":"37999912222"')
  expect(taken).not.toContain('3732219999')
  expect(await ask({ telefone: '37999912222' })).toMatchObject({ rastros: [{ telefone: '37999912222' }] })

  await eraseTitular(desk.desk, id_cliente)
  expect((await ask({ telefone: '37999912222' })).rastros).toEqual([])
  const { rastros } = await ask({ ramal: '101' })
  expect(rastros).toMatchObject([{ telefone: '3732219999' }, { telefone: null }])
  const { rows } = await desk.database.pool.query('SELECT * FROM rastro')
  expect(JSON.stringify(rows)).not.toMatch(/99991-?2222/)
})

const marks = async () => (await desk.database.pool.query('SELECT id FROM marca_cancelamento')).rows

test('requests about a customer’s call from an unregistered number are exported and erased with the customer', async () => {
  const id_cliente = 4
  const telefone = '37988881234'
  const [keyed, plain] = [
    { ramal: 101, telefone, ligacao_params: { id: 'do vizinho' } },
    { ramal: 102, telefone },
  ]
  for (const [usuario, body] of Object.entries({ ana: keyed, bruno: plain })) {
    const path = `/api/painel/ligacoes/${(await desk.notify(body)).headers['x-ligacao-id']}`
    const headers = { cookie: await desk.cookie(usuario) }
    expect((await desk.send({ path: `${path}/cliente`, headers, body: { id_cliente } })).status).toBe(200)
    await desk.send({ path: `${path}/fechar`, headers, body: {} })
    // The first cancel finds the window that the agent has closed; the second is a repetition.
    for (const _time of [1, 2]) expect((await desk.cancel(body)).headers).not.toHaveProperty('x-ligacao-id')
  }
  // A cancel at an extension that has no such call: the key tells which call it means.
  await desk.cancel({ ...keyed, ramal: 201 })
  // A call from the same number that is not this person's.
  await desk.notify({ ramal: 201, telefone, ligacao_params: { id: 'de outra pessoa' } })
  // Requests without a call, which only the number connects to the person: a cancel mark, and a refused request.
  await desk.cancel({ ...plain, ramal: 201, ligacao_params: { id: 'que não tocou' } })
  expect((await desk.notify({ ramal: 9_999, telefone })).status).toBe(422)
  expect(await marks()).toHaveLength(2)
  await flushRastros(desk.desk)
  const taken = JSON.parse(JSON.stringify(await exportTitular(desk.desk, String(id_cliente))))
  const asked = (taken.titulares[0].pedidos_da_central as { decisao?: string }[]).map(({ decisao }) => decisao ?? '')
  expect(asked.sort()).toEqual(['', 'abriu', 'abriu', 'fechou', 'fechou', 'marcou', 'marcou', 'nada', 'nada'])

  // If the number is also another customer's, it shows nothing about this person.
  const chave = { chave: telefone, id_cliente: 5 }
  await desk.database.prisma.clienteTelefone.create({ data: chave })
  const others = JSON.parse(JSON.stringify(await exportTitular(desk.desk, String(id_cliente))))
  expect(others.titulares[0].pedidos_da_central).toHaveLength(7)
  await desk.database.prisma.clienteTelefone.delete({ where: { chave_id_cliente: chave } })

  const { pool } = desk.database
  await pool.query(
    `UPDATE ligacao SET (tocada_em, atendida_em, encerrada_em) = (tocada_em - '1 h'::interval, NULL, encerrada_em - '1 h'::interval)`,
  )
  await eraseTitular(desk.desk, id_cliente)
  const { rows } = await pool.query<{ pedidos: { telefone?: string; chave?: string }[] }>('SELECT pedidos FROM rastro')
  const left = rows.flatMap(({ pedidos }) => pedidos)
  expect(left).toHaveLength(10)
  expect(await marks()).toEqual([])
  expect(left.filter((each) => each.telefone || each.chave)).toMatchObject([{ telefone, chave: 'de outra pessoa' }])
})

test('traces older than their retention are deleted, and younger ones stay', async () => {
  const days = (n: number) => new Date(Date.now() - n * 86_400_000)
  await desk.database.prisma.rastro.createMany({
    data: [31, 29].map((n) => ({ quando: days(n), chaves: [n], pedidos: [] })),
  })
  expect(await forgetOld(desk.desk)).toMatchObject({ rastros: 1 })
  expect(await desk.database.prisma.rastro.findMany({ select: { chaves: true } })).toEqual([{ chaves: [29] }])
})

test('wrong tokens from two hundred addresses become a few traces that say how many there were', async () => {
  await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      desk.send({
        path: `${pbx}notificar`,
        authorization: `alo_guess_${n}`,
        body: { ramal: 101 },
        headers: { 'x-forwarded-for': `2001:db8:${n.toString(16)}::1` },
      }),
    ),
  )
  const { rastros } = await ask()
  expect(rastros.length).toBeLessThanOrEqual(45)
  expect(rastros.reduce((sum, { vezes }) => sum + vezes, 0)).toBe(200)
})

test('a trace that the database refuses is lost and logged, and the next trace is written', async () => {
  const { pool } = desk.database
  await pool.query('ALTER TABLE rastro ADD CONSTRAINT planted CHECK (pedidos::text NOT LIKE $$%venenosa%$$)')
  await ring({ ligacao_params: { id: 'venenosa' } })
  await flushRastros(desk.desk)
  await ring({ ligacao_params: { id: 'saudável' } })
  expect((await ask({ chave: 'saudável' })).rastros).toHaveLength(1)
  expect((await ask({ chave: 'venenosa' })).rastros).toEqual([])
  await pool.query('ALTER TABLE rastro DROP CONSTRAINT planted')
  expect(desk.log.filter(({ msg }) => msg === 'traces of requests were lost')).toMatchObject([{ lost: 1 }])
  expect(desk.expectErrors()).toHaveLength(1)
})

test('the earliest and latest days and ids find no traces and cause no error', async () => {
  await ring()
  const ends: Record<string, string>[] = [
    { dia: '9999-12-31' },
    { dia: '0001-01-01' },
    { dia: '9999-12-31', hora: '23:59' },
    { dia: '0001-01-01', hora: '00:00' },
    { id: 'ffffffff-ffff-7fff-8fff-ffffffffffff' },
    { id: '00000000-0000-7000-8000-000000000000' },
  ]
  for (const asked of ends) expect((await ask(asked)).rastros).toEqual([])
})
