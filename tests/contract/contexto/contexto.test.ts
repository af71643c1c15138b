import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeClientes } from '#server/cliente/rows/write/writeClientes'
import { type Contexto, contextoAnswer } from '#server/contexto/wire'
import { demoTelefones } from '#server/demo/demoClientes'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { addMeses } from '#server/faturamento/rules/parcelas'
import { deskDay } from '#server/protocolo/rules/period'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
const firstId = 7_000
const people = [...generateClientes({ count: 12, seed: 5, firstId })]
const known = people.find((each) => each.servicos.some(({ senhas }) => senhas.length > 0)) ?? people[0]
if (!known) throw new Error('nobody was generated')
const id_cliente = known.id_cliente

beforeAll(async () => {
  await writeClientes(desk.database, people)
})
beforeEach(async () => {
  await desk.clear()
})

const query = async (text: string, values: unknown[] = []) => (await desk.database.pool.query(text, values)).rows
const ring = (body: object = { id_cliente }, ramal = 101) =>
  desk.ring({ ramal, ligacao_params: { id: randomUUID() }, ...body })
const ask = (id: string, usuario = 'ana') => desk.as(usuario, `ligacoes/${id}/contexto`)
async function contextoOf(id: string, usuario = 'ana'): Promise<Contexto> {
  const answer = await ask(id, usuario)
  expect(answer.status).toBe(200)
  expect(answer.headers['cache-control']).toContain('no-store')
  return contextoAnswer.parse(answer.json).contexto
}
/** Opens a ticket with words for a new call of that agent, closes it if asked, and ends the call. */
async function ticket(usuario: string, ramal: number, descricao: string, estado: 'aberto' | 'fechado' = 'aberto') {
  const id = await ring({ id_cliente }, ramal)
  const { atendimento } = (await desk.act(usuario, id, 'atendimento')).json
  const saved = await desk.as(usuario, `atendimentos/${atendimento.id}`, { versao: 1, descricao, estado }, 'PATCH')
  await desk.act(usuario, id, 'fechar')
  return saved.json.atendimento
}

describe('the connection in a call’s context', () => {
  test('has every service of the customer as the import gave it', async () => {
    const { servicos } = await contextoOf(await ring())
    const imported = known.servicos.toSorted((a, b) => a.id_cliente_servico - b.id_cliente_servico)
    expect(servicos).toEqual(
      imported.map((servico) => ({
        id_cliente_servico: servico.id_cliente_servico,
        ipv4: servico.ipv4 || null,
        interface: servico.interface && { nome: servico.interface.nome, tipo: servico.interface.tipo },
        equipamento: servico.equipamento_conexao?.nome ?? null,
        porta_atendimento: servico.porta_atendimento,
        status_conexao: servico.status_conexao,
      })),
    )
  })

  test('is null in every field that the import lacked', async () => {
    const [servico] = known.servicos
    const lacking = {
      ...known,
      id_cliente: 7_900,
      codigo_cliente: 907_900,
      servicos: [
        {
          ...(servico as NonNullable<typeof servico>),
          ...{ id_cliente_servico: 79_000, ipv4: '', interface: null, equipamento_conexao: null, senhas: [] },
          ...{ porta_atendimento: null, status_conexao: null },
        },
      ],
    }
    await writeClientes(desk.database, [lacking])
    const { servicos } = await contextoOf(await ring({ id_cliente: 7_900 }))
    expect(servicos).toEqual([
      {
        ...{ id_cliente_servico: 79_000, ipv4: null, interface: null, equipamento: null },
        ...{ porta_atendimento: null, status_conexao: null },
      },
    ])
  })

  test('comes without passwords and without the customer’s document', async () => {
    const { text } = await ask(await ring())
    const secrets = known.servicos.flatMap(({ senha, senhas }) => [senha, ...senhas.map((each) => each.senha)])
    expect(secrets.length).toBeGreaterThan(1)
    for (const secret of [...secrets, known.cpf_cnpj]) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/"senha/)
  })
})

describe('the tickets in a call’s context', () => {
  test('are the open ones and the last three closed ones, without the ticket of the call itself', async () => {
    const closed = []
    for (let n = 1; n <= 6; n++) closed.push(await ticket('ana', 101, `fechado ${n}`, 'fechado'))
    const open = await ticket('ana', 101, 'sem sinal\n desde   ontem')
    const id = await ring()
    await desk.act('ana', id, 'atendimento')
    const { abertos, fechados } = await contextoOf(id)
    expect(abertos).toEqual([
      {
        id: open.id,
        protocolo_formatado: open.protocolo_formatado,
        estado: 'aberto',
        criado_em: open.criado_em,
        usuario: expect.stringMatching(/^Ana/),
        palavras: 'sem sinal desde ontem',
        proprio: open,
      },
    ])
    expect(fechados.map((each) => each.palavras)).toEqual([6, 5, 4].map((n) => `fechado ${n}`))
    // Closed tickets cannot be continued, so `proprio` is null.
    expect(fechados.map((each) => each.proprio)).toEqual(Array(3).fill(null))
  })

  test('of a colleague are shown to an agent without their words; a supervisor can read the words', async () => {
    await ticket('bruno', 102, 'segredo aberto de bruno')
    await ticket('bruno', 102, 'segredo fechado de bruno', 'fechado')
    const answer = await ask(await ring())
    expect(answer.text).not.toContain('segredo')
    const { abertos, fechados } = contextoAnswer.parse(answer.json).contexto
    for (const [each] of [abertos, fechados])
      expect(each).toMatchObject({ usuario: expect.stringMatching(/^Bruno/), palavras: null, proprio: null })

    await desk.user({ usuario: 'dora', papel: 'supervisor', ramal: '777' })
    const hers = await contextoOf(await ring({ id_cliente }, 777), 'dora')
    expect(hers.abertos[0]).toMatchObject({ palavras: 'segredo aberto de bruno', proprio: null })
    expect(hers.fechados[0]).toMatchObject({ palavras: 'segredo fechado de bruno' })
  })

  test('of the agent stand before newer ones of a colleague, also when not all fit', async () => {
    const hers = await ticket('ana', 101, 'dela')
    const his = []
    for (let n = 0; n < 11; n++) his.unshift((await ticket('bruno', 102, 'dele')).id)
    // This holds also when there are more tickets than a window shows.
    expect((await contextoOf(await ring())).abertos.map(({ id }) => id)).toEqual([hers.id, ...his.slice(0, 9)])
  })

  test('of another customer are left out', async () => {
    await ticket('ana', 101, 'deste')
    const { abertos, fechados } = await contextoOf(await ring({ id_cliente: firstId + 11 }))
    expect([abertos, fechados]).toEqual([[], []])
  })
})

describe('the call counts in a call’s context', () => {
  const [minute, hour] = [60_000, 3_600_000]
  /** Inserts a past call, `msAgo` milliseconds ago. */
  const past = (
    msAgo: number,
    of: { id_cliente?: number | null; telefone_chave?: string },
    usuario = 'bruno',
    now = Date.now(),
  ) =>
    query(
      `INSERT INTO ligacao (id, usuario_id, id_cliente, telefone_chave, estado, notificada_em, tocada_em, encerrada_em)
       SELECT $1, id, $3, $4, 'fechada', $5, $5, $5 FROM usuario WHERE usuario = $2`,
      [...[randomUUID(), usuario, of.id_cliente ?? null, of.telefone_chave ?? ''], new Date(now - msAgo).toISOString()],
    )
  const today = (msAgo: number[]) => {
    const day = (at: number) => deskDay(new Date(at), desk.config.timeZone)
    return msAgo.filter((ms) => day(Date.now() - ms) === day(Date.now())).length
  }

  test('cover the customer’s calls of all agents, today and in 30 days, the present call included', async () => {
    const earlier = [2 * hour, 3 * hour, 26 * hour, 30 * 24 * hour - minute]
    for (const ms of earlier) await past(ms, { id_cliente })
    await past(30 * 24 * hour + minute, { id_cliente })
    const telefone = demoTelefones.desconhecido
    // Not counted: another customer's call from the same telephone, and a later call.
    for (const of of [{ id_cliente: firstId + 11 }, {}]) await past(hour, { ...of, telefone_chave: telefone })
    await past(-hour, { id_cliente })
    const { chamadas } = await contextoOf(await ring({ id_cliente, telefone }))
    expect(chamadas).toEqual({ hoje: 1 + today(earlier), trinta_dias: 5 })
  })

  test('begin today by the desk’s own calendar, also in a zone that the database does not know', async () => {
    const { config } = desk.desk
    const { timeZone } = config
    await past(26 * hour, { id_cliente })
    const id = await ring()
    config.timeZone = 'BET'
    const answer = await ask(id)
    config.timeZone = timeZone
    expect(answer.json.contexto?.chamadas).toEqual({ hoje: 1, trinta_dias: 2 })
  })

  test('go by the telephone, in any spelling, when no customer has it', async () => {
    const telefone = demoTelefones.desconhecido
    const id = await ring({ telefone: `+55${telefone}` })
    await desk.cancel({ ramal: 101, telefone })
    await query(`UPDATE ligacao SET notificada_em = notificada_em - interval '1 hour' WHERE id = $1`, [id])
    const { chamadas, servicos, abertos, faturamento } = await contextoOf(await ring({ telefone }))
    expect(chamadas.trinta_dias).toBe(2)
    expect({ servicos, abertos, faturamento }).toEqual({ servicos: [], abertos: [], faturamento: [] })
  })

  test('are zero for a call without a telephone and without a customer', async () => {
    await past(hour, {})
    expect((await contextoOf(await ring({}))).chamadas).toEqual({ hoje: 0, trinta_dias: 0 })
  })

  test('count rings that follow one another within a minute only once', async () => {
    const now = Date.now()
    await past(2 * hour, { id_cliente }, 'bruno', now)
    await past(2 * hour - minute, { id_cliente }, 'clara', now)
    await past(2 * hour - 2 * minute, { id_cliente }, 'bruno', now)
    await past(2 * hour - 3 * minute - 1, { id_cliente }, 'bruno', now)
    await ring({ id_cliente }, 102)
    expect((await contextoOf(await ring())).chamadas.trinta_dias).toBe(3)
  })
})

describe('the billing to come in a call’s context', () => {
  const now = () => {
    const [ano, mes] = deskDay(new Date(), desk.config.timeZone).split('-').map(Number)
    return { ano: ano ?? 0, mes: mes ?? 0 }
  }
  const event = async (descricao: string, valor: number, more: object) => {
    const [tipo] = await query('SELECT id_tipo_servico FROM tipo_servico WHERE ativo LIMIT 1')
    const body = { ...tipo, id_cliente_servico: known.servicos[0]?.id_cliente_servico, tipo: 'acrescimo', descricao }
    const answer = await desk.as('clara', 'faturamento', { ...body, valor, ...more })
    expect(answer.status).toBe(200)
  }
  const inMonth = ({ mes, ano }: { mes: number; ano: number }) => ({
    parcelado: false,
    proximo_faturamento: false,
    ...{ mes_processar: mes, ano_processar: ano },
  })

  test('is listed by month with totals, without past events, reversed events and reversals', async () => {
    const { mes, ano } = now()
    await event('do mês passado', 99, inMonth(addMeses({ mes, ano }, -1)))
    await event('mudança de endereço', 60, {
      parcelado: true,
      numero_total_parcelas: 4,
      mes_primeira_parcela: mes,
      ano_primeira_parcela: ano,
    })
    await event('dias sem conexão', 5.5, { tipo: 'desconto', ...inMonth({ mes, ano }) })
    await event('na próxima', 7, { parcelado: false, proximo_faturamento: true })
    // Events cannot be changed afterwards, so an old one is inserted directly.
    await query(
      `INSERT INTO evento_faturamento (lancamento, id_cliente_servico, id_tipo_servico, tipo, descricao, valor_centavos,
         parcela, total_parcelas, proximo_faturamento, criado_em)
       SELECT $1, $2, min(id_tipo_servico), 'acrescimo', 'há muito', 800, 1, 1, true, now() - interval '31 days 1 minute' FROM tipo_servico`,
      [randomUUID(), known.servicos[0]?.id_cliente_servico],
    )
    await event('engano', 1_000, inMonth({ mes, ano }))
    const [engano] = await query(
      `SELECT id_evento_faturamento AS id FROM evento_faturamento WHERE descricao = 'engano'`,
    )
    expect((await desk.as('clara', `faturamento/${engano.id}/estorno`, { motivo: 'engano' })).status).toBe(200)

    const { faturamento } = await contextoOf(await ring())
    const told = faturamento.map(({ em, total_centavos, quantos, eventos }) => ({
      ...{ em, total_centavos, quantos },
      eventos: eventos.map((each) => [each.descricao, each.tipo, each.valor_centavos, each.parcela]),
    }))
    expect(told).toEqual([
      { em: null, total_centavos: 700, quantos: 1, eventos: [['na próxima', 'acrescimo', 700, 1]] },
      {
        ...{ em: { mes, ano }, total_centavos: 950, quantos: 2 },
        eventos: [
          ['mudança de endereço', 'acrescimo', 1_500, 1],
          ['dias sem conexão', 'desconto', 550, 1],
        ],
      },
      {
        ...{ em: addMeses({ mes, ano }, 1), total_centavos: 1_500, quantos: 1 },
        eventos: [['mudança de endereço', 'acrescimo', 1_500, 2]],
      },
    ])
  })

  test('lists at most five events of a month, and tells how many there are', async () => {
    const em = addMeses(now(), 0)
    for (let n = 0; n < 7; n++) await event(`evento ${n}`, 1, inMonth(em))
    const { faturamento } = await contextoOf(await ring())
    const month = faturamento.find((each) => each.em?.mes === em.mes && each.em.ano === em.ano)
    expect(month?.eventos).toHaveLength(5)
    expect(month?.quantos).toBeGreaterThanOrEqual(7)
  })
})

describe('access to a call’s context', () => {
  test('is given to the call’s own agent, during the call and after it; everybody else gets 404', async () => {
    const id = await ring()
    for (const usuario of ['bruno', 'clara', 'admin']) expect((await ask(id, usuario)).status).toBe(404)
    await desk.cancel({ ramal: 101, id_cliente })
    expect((await ask(id)).status).toBe(200)
    expect((await ask('nada')).status).toBe(404)
  })

  test('is recorded once for each customer whom the agent chose, and not for the customer whom the call named', async () => {
    const recorded = () => query(`SELECT alvo, detalhes FROM auditoria WHERE acao = 'contexto_mostrado' ORDER BY id`)
    await contextoOf(await ring())
    expect(await recorded()).toEqual([])
    const id = await ring({ telefone: demoTelefones.desconhecido })
    await contextoOf(id)
    expect(await recorded()).toEqual([])
    for (const chosen of [firstId + 2, firstId + 3]) {
      expect((await desk.act('ana', id, 'cliente', { id_cliente: chosen })).status).toBe(200)
      await contextoOf(id)
      await contextoOf(id)
    }
    expect(await recorded()).toEqual(
      [firstId + 2, firstId + 3].map((chosen) => ({ alvo: `cliente:${chosen}`, detalhes: { ligacao: id } })),
    )
  })
})
