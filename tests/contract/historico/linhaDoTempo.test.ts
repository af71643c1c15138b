import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeClientes } from '#server/cliente/rows/write/writeClientes'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { readLinhaDoTempo } from '#server/historico/readLinhaDoTempo'
import { type ItemDaLinha, linhaDoTempoAnswer } from '#server/historico/wire'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
/**
 * A new customer for each test, because events in the ledger cannot be deleted. More serve as customers not to be seen.
 */
const people = [...generateClientes({ count: 120, seed: 11, firstId: 9_000 })].filter(
  ({ servicos }) => servicos.length > 0,
)
let next = 0
let id_cliente: number
let other: number

beforeAll(async () => {
  await writeClientes(desk.database, people)
})
beforeEach(async () => {
  await desk.clear()
  id_cliente = people[next++]?.id_cliente ?? 0
  other = people[next++]?.id_cliente ?? 0
})

const query = async (text: string, values: unknown[] = []) => (await desk.database.pool.query(text, values)).rows
const ask = (usuario: string, filter: Record<string, string> = {}, cliente = id_cliente) =>
  desk.as(usuario, `clientes/${cliente}/linha_do_tempo?${new URLSearchParams(filter)}`)

async function linha(usuario: string, filter: Record<string, string> = {}) {
  const answer = await ask(usuario, filter)
  expect(answer.status).toBe(200)
  expect(answer.headers['cache-control']).toBe('private, no-store')
  return linhaDoTempoAnswer.parse(answer.json)
}
/** Reads all pages. */
async function whole(usuario: string, filter: Record<string, string> = {}) {
  const seen: ItemDaLinha[] = []
  let pages = 0
  for (let apos: string | null = ''; apos !== null; pages++) {
    const page: Awaited<ReturnType<typeof linha>> = await linha(usuario, { ...filter, apos })
    expect(page.itens.length).toBeLessThanOrEqual(30)
    seen.push(...page.itens)
    apos = page.apos
  }
  return { seen, pages }
}
const named = (itens: readonly ItemDaLinha[]) => itens.map(({ tipo, id }) => `${tipo}:${id}`)

const ring = async (ramal: number, more: object = { telefone: '37999912222' }, cliente = id_cliente) => {
  const body = { ramal, id_cliente: cliente, ...more, ligacao_params: { id: randomUUID(), origem: 'menu secreto' } }
  return desk.ring(body)
}
/** Opens a ticket for a new call of that agent, and closes it if asked. */
async function ticket(usuario: string, ramal: number, descricao: string, more: object = {}) {
  const ligacao = await ring(ramal)
  const { atendimento } = (await desk.as(usuario, `ligacoes/${ligacao}/atendimento`, undefined, 'POST')).json
  const saved = await desk.as(usuario, `atendimentos/${atendimento.id}`, { versao: 1, descricao, ...more }, 'PATCH')
  expect(saved.status).toBe(200)
  await desk.as(usuario, `ligacoes/${ligacao}/fechar`, undefined, 'POST')
  return { ligacao, atendimento: saved.json.atendimento }
}
async function charge(descricao: string, more: object = { parcelado: false, proximo_faturamento: true }) {
  const [tipo] = await query('SELECT id_tipo_servico FROM tipo_servico WHERE ativo LIMIT 1')
  const [servico] = await query('SELECT min(id_cliente_servico) AS id FROM cliente_servico WHERE id_cliente = $1', [
    id_cliente,
  ])
  const body = { ...tipo, id_cliente_servico: servico.id, tipo: 'acrescimo', descricao, valor: 100, ...more }
  const answer = await desk.as('clara', 'faturamento', body)
  expect(answer.status).toBe(200)
  return answer.json.eventos_faturamento.map((each: { id_evento_faturamento: number }) => each.id_evento_faturamento)
}
const installments = { parcelado: true, numero_total_parcelas: 3, mes_primeira_parcela: 1, ano_primeira_parcela: 2030 }

describe('the timeline of a customer', () => {
  test('lists calls, tickets and billing events with all their fields, newest first', async () => {
    const [{ id: motivo }] = await query(`SELECT id FROM opcao_atendimento WHERE descricao = 'Sem conexão'`)
    const { ligacao, atendimento } = await ticket('ana', 101, 'sem luz na PON', { id_motivo: motivo })
    const [evento] = await charge('Troca de equipamento', installments)
    const missed = await ring(102)
    await query(
      `UPDATE ligacao SET estado = 'cancelada', encerrada_por = 'central', encerrada_em = now() WHERE id = $1`,
      [missed],
    )
    const { itens, apos } = await linha('clara')
    expect(apos).toBeNull()
    expect(itens).toEqual([
      {
        ...{ tipo: 'chamada', id: missed, em: expect.any(String), estado: 'cancelada', ramal: '102' },
        ...{ atendida_em: null, encerrada_por: 'central', conversa_segundos: null },
        usuario: expect.stringMatching(/^Bruno/),
        ...{ telefone_formatado: '(37) 99991-2222', origem: 'menu secreto', protocolo_formatado: null },
      },
      {
        ...{ tipo: 'faturamento', id: evento, em: expect.any(String), evento: 'acrescimo' },
        ...{ descricao: 'Troca de equipamento', servico: expect.any(String), valor_centavos: 10_000, parcelas: 3 },
        ...{ estornadas: 0, estorno: false, motivo_estorno: null },
        autor: { tipo: 'usuario', nome: expect.stringMatching(/^Clara/) },
      },
      {
        ...{ tipo: 'atendimento', id: atendimento.id, em: atendimento.criado_em, estado: 'aberto', fechado_em: null },
        protocolo_formatado: atendimento.protocolo_formatado,
        usuario: expect.stringMatching(/^Ana/),
        ...{ motivo: 'Sem conexão', desfecho: null, palavras: 'sem luz na PON' },
      },
      {
        ...{ tipo: 'chamada', id: ligacao, em: expect.any(String), estado: 'fechada', ramal: '101' },
        ...{ atendida_em: expect.any(String), encerrada_por: 'atendente', conversa_segundos: expect.any(Number) },
        usuario: expect.stringMatching(/^Ana/),
        ...{ telefone_formatado: '(37) 99991-2222', origem: 'menu secreto' },
        protocolo_formatado: atendimento.protocolo_formatado,
      },
    ])
  })

  test('shows how many installments were reversed, and the reversal with its reason', async () => {
    const [first] = await charge('Taxa', installments)
    expect((await desk.as('clara', `faturamento/${first}/estorno`, { motivo: 'engano' })).status).toBe(200)
    const [estorno, taxa] = (await linha('clara', { tipo: 'faturamento' })).itens
    expect(estorno).toMatchObject({ evento: 'desconto', estorno: true, motivo_estorno: 'engano', parcelas: 1 })
    expect(taxa).toMatchObject({ id: first, evento: 'acrescimo', parcelas: 3, estornadas: 1, estorno: false })
  })

  test('cuts the words of a ticket at two thousand characters', async () => {
    await ticket('ana', 101, 'é'.repeat(20_000))
    const [item] = (await linha('clara', { tipo: 'atendimento' })).itens
    expect(item).toMatchObject({ palavras: 'é'.repeat(2_000) })
  })

  test('has nothing of other customers, nor calls of an unknown caller', async () => {
    const mine = await ring(101)
    await ring(101, { telefone: '37988887777' }, other)
    await desk.notify({ ramal: 101, telefone: '11977776666', ligacao_params: { id: randomUUID() } })
    await charge('deste')
    const { seen } = await whole('clara')
    expect(named(seen).filter((each) => each.startsWith('chamada'))).toEqual([`chamada:${mine}`])
    expect(seen).toHaveLength(2)
    expect((await ask('clara', {}, other)).json.itens).toMatchObject([{ telefone_formatado: '(37) 98888-7777' }])
    for (const { itens } of [(await ask('clara', { tipo: 'faturamento' }, other)).json]) expect(itens).toEqual([])
  })
})

describe('the pages of the timeline', () => {
  /** Inserts `each` items of every kind, seven at one instant, so that pages end between items of the same instant. */
  async function many(each: number) {
    const em = `$2::timestamptz - (n / 7) * interval '1 minute'`
    const values = [id_cliente, new Date(Date.UTC(2026, 9, 1)), each]
    const of = 'FROM generate_series(0, $3::int - 1) n, usuario u'
    const ids = [
      ...(await query(
        `INSERT INTO ligacao (id, usuario_id, id_cliente, chave, estado, notificada_em, tocada_em, encerrada_em)
         SELECT gen_random_uuid(), u.id, $1, 'l' || n, 'fechada', ${em}, ${em}, ${em} ${of} WHERE u.usuario = 'ana'
         RETURNING 'chamada:' || id AS id`,
        values,
      )),
      ...(await query(
        `INSERT INTO atendimento (protocolo, id_cliente, usuario_id, descricao, criado_em, atualizado_em)
         SELECT (10000000000000 + n)::text, $1, u.id, 'palavras', ${em}, ${em} ${of} WHERE u.usuario = 'ana'
         RETURNING 'atendimento:' || id AS id`,
        values,
      )),
      ...(await query(
        `INSERT INTO evento_faturamento (lancamento, id_cliente_servico, id_tipo_servico, tipo, descricao, valor_centavos,
           parcela, total_parcelas, proximo_faturamento, criado_em)
         SELECT gen_random_uuid(), (SELECT min(id_cliente_servico) FROM cliente_servico WHERE id_cliente = $1),
           (SELECT min(id_tipo_servico) FROM tipo_servico), 'desconto', 'x', 1, 1, 1, true, ${em} ${of} WHERE u.usuario = 'ana'
         RETURNING 'faturamento:' || id_evento_faturamento AS id`,
        values,
      )),
    ]
    return ids.map(({ id }) => id as string)
  }

  test('show every item once and in order, also where many have the same time', async () => {
    const ids = await many(43)
    const { seen, pages } = await whole('clara')
    expect(pages).toBe(5)
    expect(named(seen).toSorted()).toEqual(ids.toSorted())
    const rank = { faturamento: 0, atendimento: 1, chamada: 2 }
    const inOrder = seen.toSorted((a, b) => b.em.localeCompare(a.em) || rank[a.tipo] - rank[b.tipo])
    expect(named(seen)).toEqual(named(inOrder))
    for (const tipo of ['chamada', 'atendimento', 'faturamento'] as const) {
      const only = await whole('clara', { tipo })
      expect({ tipo, pages: only.pages }).toEqual({ tipo, pages: 2 })
      expect(named(only.seen)).toEqual(named(seen).filter((each) => each.startsWith(`${tipo}:`)))
    }
  })

  test('stay the same when a new item comes, which appears on the first page only', async () => {
    await many(20)
    const first = await linha('clara')
    const before = await linha('clara', { apos: first.apos ?? '' })
    await ring(101)
    expect(await linha('clara', { apos: first.apos ?? '' })).toEqual(before)
    expect((await linha('clara')).itens[1]).toEqual(first.itens[0])
  })

  test('show an agent only calls and tickets, also after a cursor that names a billing event', async () => {
    const ids = await many(40)
    const ligacao = await ring(101)
    const { seen } = await whole('ana', { ligacao })
    const due = [`chamada:${ligacao}`, ...ids.filter((id) => !id.startsWith('faturamento'))]
    expect(named(seen).toSorted()).toEqual(due.toSorted())
    // A supervisor's cursor that points at a billing event does not show billing events to an agent.
    const { apos } = await linha('clara', { tipo: 'faturamento' })
    expect(apos).toMatch(/-f\d+$/)
    expect((await linha('ana', { ligacao, apos: apos ?? '' })).itens.map(({ tipo }) => tipo)).not.toContain(
      'faturamento',
    )
  })

  test.each([
    'x',
    '1',
    '1-1',
    '1-c1',
    '1-a0',
    '1-fx',
    `1-a${randomUUID()}`,
    `1-x${randomUUID()}`,
    '9999999999999999-a1',
  ])('are refused after the invalid cursor %s', async (apos) => {
    const answer = await ask('clara', { apos })
    expect({ status: answer.status, campos: Object.keys(answer.json.campos) }).toEqual({
      status: 422,
      campos: ['apos'],
    })
  })

  test('accept a cursor whose id is larger than a row’s can be', async () => {
    await many(1)
    const apos = `${Date.UTC(2027, 0)}-a9999999999`
    expect((await linha('clara', { apos })).itens).toHaveLength(3)
  })
})

describe('what each role sees in the timeline', () => {
  test('an agent sees that a colleague’s call and ticket exist, but neither telephone number nor words', async () => {
    const [{ id: motivo }] = await query(`SELECT id FROM opcao_atendimento WHERE descricao = 'Sem conexão'`)
    const his = await ticket('bruno', 102, 'segredo de bruno', { id_motivo: motivo })
    await charge('cobrança secreta')
    const hers = await ticket('ana', 101, 'palavras de ana')
    const answer = await ask('ana', { ligacao: hers.ligacao })
    expect(answer.text).not.toMatch(/segredo|secreta|Sem conexão/)
    expect(named(answer.json.itens)).toEqual([
      `atendimento:${hers.atendimento.id}`,
      `chamada:${hers.ligacao}`,
      `atendimento:${his.atendimento.id}`,
      `chamada:${his.ligacao}`,
    ])
    const [own, ownCall, colleagues, colleaguesCall] = answer.json.itens
    expect(own).toMatchObject({ palavras: 'palavras de ana' })
    expect(ownCall).toMatchObject({ telefone_formatado: '(37) 99991-2222', origem: 'menu secreto' })
    expect(colleagues).toMatchObject({
      ...{ palavras: null, motivo: null, desfecho: null, usuario: expect.stringMatching(/^Bruno/) },
      protocolo_formatado: his.atendimento.protocolo_formatado,
    })
    expect(colleaguesCall).toMatchObject({ telefone_formatado: null, origem: null, estado: 'fechada' })
  })

  test('billing events are for supervisors and administrators; an agent gets 403', async () => {
    await charge('Taxa')
    const ligacao = await ring(101)
    expect((await ask('ana', { ligacao, tipo: 'faturamento' })).status).toBe(403)
    for (const usuario of ['clara', 'admin'])
      expect((await linha(usuario, { tipo: 'faturamento' })).itens).toMatchObject([{ descricao: 'Taxa' }])
  })

  test('an agent gets the timeline only through their own call with that customer, and else 404', async () => {
    const hers = await ring(101)
    const his = await ring(102)
    const anothers = await ring(101, { telefone: '37988887777' }, other)
    const refused = await Promise.all([
      ask('ana'),
      ask('ana', { ligacao: his }),
      ask('ana', { ligacao: anothers }),
      ask('ana', { ligacao: hers }, other),
      ask('ana', { ligacao: randomUUID() }),
      // A supervisor cannot come by an agent's call either.
      ask('clara', { ligacao: hers }),
    ])
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
    for (const { text } of refused) expect(text).not.toContain(hers)
    expect((await linha('ana', { ligacao: hers.toUpperCase() })).itens).toHaveLength(2)
    await desk.cancel({ ramal: 101, id_cliente })
    expect((await ask('ana', { ligacao: hers })).status).toBe(200)
    // When the agent corrects the call's customer, the agent may see the new customer's timeline and no more the old
    // one's.
    const corrected = await ticket('ana', 101, 'x')
    await desk.as('ana', `ligacoes/${corrected.ligacao}/cliente`, { id_cliente: other })
    expect((await ask('ana', { ligacao: corrected.ligacao })).status).toBe(404)
    expect((await ask('ana', { ligacao: corrected.ligacao }, other)).status).toBe(200)
  })

  test('an unknown customer gets 404, and an invalid filter gets 422 with its name', async () => {
    expect((await ask('clara', {}, 8_999)).status).toBe(404)
    for (const [name, value] of [
      ['tipo', 'pausa'],
      ['ligacao', 'x'],
    ] as const) {
      const answer = await ask('clara', { [name]: value })
      expect({ status: answer.status, campos: Object.keys(answer.json.campos) }).toEqual({
        status: 422,
        campos: [name],
      })
    }
  })
})

describe('the record of opened timelines', () => {
  const recorded = () =>
    query(
      `SELECT u.usuario, a.detalhes FROM auditoria a JOIN usuario u ON u.id = a.usuario_id
       WHERE acao = 'historico_aberto' AND alvo = $1 ORDER BY a.id`,
      [`cliente:${id_cliente}`],
    )

  test('has one entry for each call of the agent, whatever pages and kinds they read', async () => {
    const [first, second] = [await ring(101), await ring(101)]
    for (const ligacao of [first, first, second]) {
      await linha('ana', { ligacao, tipo: 'chamada', apos: `${Date.now()}-a1` })
      await linha('ana', { ligacao })
    }
    expect(await recorded()).toEqual([first, second].map((ligacao) => ({ usuario: 'ana', detalhes: { ligacao } })))
  })

  test('has one entry an hour for a supervisor, and none when they opened the customer’s page', async () => {
    await linha('clara', { apos: `${Date.now()}-a1` })
    await linha('clara')
    await linha('admin')
    expect(await recorded()).toEqual(['clara', 'admin'].map((usuario) => ({ usuario, detalhes: null })))
    const { acessos } = (await desk.as('clara', `clientes/${id_cliente}/acessos`)).json
    expect(acessos[0]).toMatchObject({ acao: 'historico_aberto', autor: { nome: expect.stringMatching(/^Admin/) } })
    // A new entry is written an hour after the last one, and also when a clock that was set back puts it an hour ahead.
    const viewer = { usuarioId: await desk.idOf('clara'), papel: 'supervisor', ip: '127.0.0.1' } as const
    for (const [seen, minutes] of [61, -61].entries()) {
      const at = { ...desk.desk, now: () => new Date(Date.now() + minutes * 60_000) }
      await readLinhaDoTempo(at, viewer, id_cliente, {})
      expect(await recorded()).toHaveLength(seen + 3)
    }

    id_cliente = other
    expect((await desk.as('clara', `clientes/${other}`)).status).toBe(200)
    await linha('clara')
    expect(await recorded()).toEqual([])
  })

  test('has no entry for a refused request', async () => {
    const his = await ring(102)
    await ask('ana', { ligacao: his })
    await ask('ana', { ligacao: his, tipo: 'faturamento' })
    expect(await recorded()).toEqual([])
  })
})
