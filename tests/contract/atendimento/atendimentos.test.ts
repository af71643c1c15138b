import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addModelo, saveModelo } from '#server/atendimento/manageModelos'
import { addOpcao, saveOpcao } from '#server/atendimento/manageOpcoes'
import { createTipoServico, setTipoServicoAtivo } from '#server/faturamento/rows/tiposServico'
import { useDesk } from '../../support/useDesk.ts'

type Who = 'ana' | 'bruno' | 'clara' | 'admin'

const desk = useDesk()
let ids: Record<Who, number>
beforeAll(async () => {
  const { idOf } = desk
  ids = { ana: await idOf('ana'), bruno: await idOf('bruno'), clara: await idOf('clara'), admin: await idOf('admin') }
})
beforeEach(() => desk.clear())

let calls = 0
interface Opening {
  who?: 'ana' | 'bruno'
  telefone?: string
  id_cliente?: number
}
/** Opens a ticket for a new call. */
async function ticket({ who = 'ana', telefone = '37999912222', id_cliente }: Opening = {}) {
  calls += 1
  const call = { ramal: who === 'ana' ? 101 : 102, telefone, ligacao_params: { id: calls } }
  const ligacao = await desk.ring({ ...call, ...(id_cliente && { id_cliente }) })
  const opened = await desk.act(who, ligacao, 'atendimento')
  return { ...(opened.json.atendimento as { id: number; protocolo: string; versao: number }), ligacao }
}
const save = (who: Who, id: number, body: object) => desk.as(who, `atendimentos/${id}`, body, 'PATCH')
const pass = (who: Who, id: number, to: Who, versao: number) =>
  desk.as(who, `atendimentos/${id}/passar`, { id_usuario: ids[to], versao })
const found = async (who: Who, query = ''): Promise<number[]> =>
  (await desk.as(who, `atendimentos/lista?${query}`)).json.atendimentos.map((each: { id: number }) => each.id)
const opcao = async (descricao: string): Promise<number> =>
  (await desk.as('ana', 'opcoes_atendimento')).json.opcoes.find(
    (each: { descricao: string }) => each.descricao === descricao,
  ).id
const records = (acao: string) => desk.database.prisma.auditoria.findMany({ where: { acao }, orderBy: { id: 'desc' } })

describe('a ticket’s reason and outcome', () => {
  test('are saved if the version is current; reopening keeps the reason and clears the outcome', async () => {
    const { id } = await ticket()
    const [motivo, desfecho] = [await opcao('Sem conexão'), await opcao('Visita técnica agendada')]
    expect((await save('ana', id, { versao: 1, id_motivo: motivo })).json.atendimento).toMatchObject({
      ...{ versao: 2, id_motivo: motivo, id_desfecho: null },
    })
    const stale = await save('ana', id, { versao: 1, id_motivo: null })
    expect(stale).toMatchObject({ status: 409, json: { atendimento: { id_motivo: motivo } } })
    const closed = await save('ana', id, { versao: 2, estado: 'fechado', id_desfecho: desfecho, descricao: 'fim' })
    expect(closed.json.atendimento).toMatchObject({ estado: 'fechado', id_motivo: motivo, id_desfecho: desfecho })
    const [listed] = (await desk.as('ana', 'atendimentos/lista')).json.atendimentos
    expect(listed).toMatchObject({ motivo: 'Sem conexão', desfecho: 'Visita técnica agendada', palavras: 'fim' })
    // Reopening clears the outcome but keeps the reason.
    const again = await save('ana', id, { versao: 3, estado: 'aberto' })
    expect(again.json.atendimento).toMatchObject({ estado: 'aberto', id_motivo: motivo, id_desfecho: null })
    expect((await save('ana', id, { versao: 4, id_motivo: null })).json.atendimento.id_motivo).toBeNull()
  })

  test('must be active options of their own list; a retired option stays on tickets that have it', async () => {
    const { id } = await ticket()
    const [motivo, desfecho] = [await opcao('Lentidão'), await opcao('Engano')]
    for (const body of [{ id_motivo: desfecho }, { id_desfecho: motivo }, { id_motivo: 999_999 }, { id_motivo: 'x' }]) {
      const answer = await save('ana', id, { versao: 1, ...body })
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.json.campos)).toEqual(Object.keys(body))
    }
    await save('ana', id, { versao: 1, id_motivo: motivo })
    expect((await desk.as('admin', `opcoes_atendimento/${motivo}`, { ativo: false })).status).toBe(200)
    expect((await save('ana', id, { versao: 2, id_motivo: motivo, descricao: 'x' })).status).toBe(200)
    const other = await ticket()
    expect((await save('ana', other.id, { versao: 1, id_motivo: motivo })).status).toBe(422)
    await desk.as('admin', `opcoes_atendimento/${motivo}`, { ativo: true })
  })

  test('have options that only administrators add: recorded, unique, the most used first', async () => {
    const added = await desk.as('admin', 'opcoes_atendimento', { lista: 'motivo', descricao: '  Câmeras ' })
    expect(added.json.opcoes).toContainEqual(expect.objectContaining({ lista: 'motivo', descricao: 'Câmeras' }))
    expect((await desk.as('admin', 'opcoes_atendimento', { lista: 'motivo', descricao: 'CÂMERAS' })).status).toBe(422)
    expect((await desk.as('admin', 'opcoes_atendimento', { lista: 'desfecho', descricao: 'Câmeras' })).status).toBe(200)
    expect((await desk.as('admin', 'opcoes_atendimento/999999', { ativo: false })).status).toBe(404)
    for (const who of ['ana', 'clara'] as const)
      expect((await desk.as(who, 'opcoes_atendimento', { lista: 'motivo', descricao: 'x' })).status).toBe(403)
    expect(await records('opcao_atendimento_criada')).toMatchObject([
      { usuario_id: ids.admin },
      { usuario_id: ids.admin },
    ])
    const engano = await opcao('Engano')
    for (let n = 0; n < 2; n++) {
      const { id } = await ticket()
      await save('ana', id, { versao: 1, estado: 'fechado', id_desfecho: engano })
    }
    const desfechos = (await desk.as('ana', 'opcoes_atendimento')).json.opcoes.filter(
      ({ lista }: { lista: string }) => lista === 'desfecho',
    )
    expect(desfechos[0]).toMatchObject({ id: engano })
  })
})

test('a change of options, text templates or service types that cannot be recorded is rolled back', async () => {
  const { desk: own, database } = desk
  const nobody = { usuarioId: 2 ** 31, ip: '127.0.0.1' }
  const stands = async () => ({
    opcoes: await database.prisma.opcaoAtendimento.findMany({ orderBy: { id: 'asc' } }),
    modelos: await database.prisma.modeloTexto.findMany({ orderBy: { id: 'asc' } }),
    tipos: await database.prisma.tipoServico.findMany({ orderBy: { id_tipo_servico: 'asc' } }),
  })
  await addModelo(own, { ...nobody, usuarioId: ids.admin }, { titulo: 'Antes', texto: 'Antes' })
  const before = await stands()
  const deeds: (() => Promise<unknown>)[] = [
    () => addOpcao(own, nobody, { lista: 'motivo', descricao: 'Sem registro' }),
    () => saveOpcao(own, nobody, before.opcoes[0]?.id ?? 0, { descricao: 'Sem registro' }),
    () => addModelo(own, nobody, { titulo: 'Sem registro', texto: 'x' }),
    () => saveModelo(own, nobody, before.modelos[0]?.id ?? 0, { titulo: 'Sem registro' }),
    () => createTipoServico(own.database, nobody, { descricao: 'Sem registro' }),
    () => setTipoServicoAtivo(own.database, nobody, before.tipos[0]?.id_tipo_servico ?? 0, false),
  ]
  for (const deed of deeds) await expect(deed()).rejects.toThrow()
  expect(await stands()).toEqual(before)
  await database.prisma.modeloTexto.deleteMany()
})

describe('text templates', () => {
  test('are filled with the ticket’s data; unknown fields stay in braces and are listed as missing', async () => {
    const texto =
      'Olá, {primeiro_nome}! {nome}, plano {plano}, em {endereco}, tel. {telefone}: {protocolo}. {motivo} {atendente}'
    const made = await desk.as('clara', 'modelos_texto', { titulo: 'Saudação', texto })
    expect(made.status).toBe(200)
    const { id, protocolo } = await ticket()
    const [filled] = (await desk.as('ana', `atendimentos/${id}/modelos`)).json.modelos
    const { rows } = await desk.database.pool.query(
      `SELECT s.nome, e.completo FROM cliente_servico s JOIN endereco e USING (id_cliente_servico)
       WHERE s.id_cliente = 1 AND e.tipo = 'instalacao' ORDER BY id_cliente_servico LIMIT 1`,
    )
    const grouped = protocolo.replace(/^(....)(....)(...)(...)$/, '$1 $2 $3 $4')
    expect(filled).toMatchObject({
      titulo: 'Saudação',
      texto: `Olá, Maria! Maria da Conceição Ávila, plano ${rows[0].nome}, em ${rows[0].completo}, tel. (37) 99991-2222: ${grouped}. {motivo} Ana Souza`,
      faltam: ['motivo'],
    })
    // The text is signed with the name of the person who reads it.
    const [hers] = (await desk.as('clara', `atendimentos/${id}/modelos`)).json.modelos
    expect(hers.texto).toMatch(/Clara \S+$/)
    const unknown = await ticket({ telefone: '37998889999' })
    const [bare] = (await desk.as('ana', `atendimentos/${unknown.id}/modelos`)).json.modelos
    expect(bare.faltam).toEqual(['primeiro_nome', 'nome', 'plano', 'endereco', 'motivo'])
    expect((await desk.as('bruno', `atendimentos/${id}/modelos`)).status).toBe(404)
    const [{ id: modelo }] = (await desk.as('clara', 'modelos_texto')).json.modelos
    // If two people change the same text, the second is refused and the first change stays.
    const changed = (texto: string) =>
      desk.as('clara', `modelos_texto/${modelo}`, { texto, texto_lido: made.json.modelos[0].texto })
    expect([(await changed('Da primeira')).status, (await changed('Da segunda')).status]).toEqual([200, 409])
    expect((await desk.as('clara', 'modelos_texto')).json.modelos).toMatchObject([{ texto: 'Da primeira' }])
    const titled = (titulo: string) =>
      desk.as('clara', `modelos_texto/${modelo}`, {
        titulo,
        titulo_lido: 'Outro título',
        texto: 'De quem chegou depois',
      })
    const refused = await titled('Da segunda')
    expect([refused.status, refused.json.campos]).toEqual([
      409,
      { titulo: [expect.stringContaining('agora é “Saudação”')] },
    ])
    await desk.as('clara', `modelos_texto/${modelo}`, { ativo: false })
    expect((await desk.as('ana', `atendimentos/${id}/modelos`)).json.modelos).toEqual([])
    expect(await records('modelo_texto_alterado')).toMatchObject([
      { usuario_id: ids.clara, detalhes: { ativo: false } },
      { usuario_id: ids.clara, detalhes: { texto_alterado: true } },
    ])
  })

  test('have unique titles, also when created at once; one that shares a title already can be saved', async () => {
    const send = () => desk.as('clara', 'modelos_texto', { titulo: 'Sem sinal', texto: 'Verifique o cabo.' })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    const again = await desk.as('clara', 'modelos_texto', { titulo: ' SEM sinal', texto: 'x' })
    expect([again.status, again.json.campos]).toEqual([422, { titulo: [expect.stringContaining('outro modelo')] }])
    await desk.as('clara', 'modelos_texto', { titulo: '100%_', texto: 'x' })
    expect((await desk.as('clara', 'modelos_texto', { titulo: '100 de 10', texto: 'x' })).status).toBe(200)
    const { rows } = await desk.database.pool.query(
      `INSERT INTO modelo_texto (titulo, texto) VALUES ('Sem sinal', 'de antes') RETURNING id`,
    )
    const change = (body: object) => desk.as('clara', `modelos_texto/${rows[0].id}`, body)
    expect((await change({ titulo: 'Sem sinal', texto: 'de agora' })).status).toBe(200)
    expect((await change({ titulo: '100%_' })).status).toBe(422)
    expect((await change({ titulo: 'Sem sinal nenhum' })).status).toBe(200)
    await desk.database.pool.query('DELETE FROM modelo_texto')
  })

  test.each(['{cpf_cnpj}', '{senha}', '{Nome}', '{ nome }', '{}', '{toString}', 'fim {nome} {documento'.concat('}')])(
    'with the text %s are refused for an unknown field, and agents may neither add nor list any',
    async (texto) => {
      const refused = await desk.as('clara', 'modelos_texto', { titulo: 'x', texto })
      expect(refused.status).toBe(422)
      expect(refused.json.campos.texto[0]).toContain('tem campos desconhecidos')
      expect((await desk.as('ana', 'modelos_texto', { titulo: 'x', texto: 'x' })).status).toBe(403)
      expect((await desk.as('ana', 'modelos_texto')).status).toBe(403)
    },
  )
})

describe('passing a ticket on', () => {
  test('gives the colleague its text, at once and on record, and leaves the call with the former agent', async () => {
    const { id, ligacao } = await ticket()
    await save('ana', id, { versao: 1, descricao: 'sem sinal desde ontem' })
    const [hers, his, third] = [await desk.screen('ana'), await desk.screen('bruno'), await desk.screen('clara')]
    expect((await pass('ana', id, 'bruno', 1)).status).toBe(409)
    const passed = await pass('ana', id, 'bruno', 2)
    expect(passed.json).toMatchObject({
      msg: 'Atendimento passado para Bruno Lima',
      atendimento: { usuario_id: ids.bruno, descricao: 'sem sinal desde ontem', aberto_por: 'Ana Souza' },
    })
    for (const screen of [hers, his, third]) await screen.sync()
    const toldTo = (screen: { everything: unknown[] }) =>
      (screen.everything as { event?: string; body?: { por: string } }[]).filter(
        ({ event }) => event === 'atendimento:passado',
      )
    expect(toldTo(hers)).toMatchObject([{ body: { por: 'Ana Souza', atendimento: { id } } }])
    expect(toldTo(his)).toMatchObject([{ body: { atendimento: { descricao: 'sem sinal desde ontem' } } }])
    expect(toldTo(third)).toEqual([])

    // The call stays Ana's: none of its events reaches Bruno's screens, whatever he writes.
    const saved = await save('bruno', id, { versao: 3, descricao: 'técnico a caminho' })
    expect(saved.json).toMatchObject({ atendimento: { versao: 4 }, ligacao: null })
    expect(await his.events()).toEqual([])
    expect((await hers.sync()).ligacoes[0]).toMatchObject({
      id: ligacao,
      atendimento: { usuario_id: ids.bruno, descricao: 'técnico a caminho' },
    })
    const late = await save('ana', id, { versao: 4, descricao: 'e mais' })
    expect(late).toMatchObject({ status: 404, json: { msg: expect.stringContaining('Bruno Lima') } })
    expect(await found('ana')).toEqual([])
    expect(await found('bruno')).toEqual([id])
    expect((await desk.as('ana', `atendimentos/${id}`)).status).toBe(404)
    const [open] = (await desk.as('bruno', 'atendimentos')).json.atendimentos
    expect(open).toMatchObject({ id, passado_de: 'Ana Souza' })
    expect(await records('atendimento_passado')).toMatchObject([
      { usuario_id: ids.ana, alvo: `atendimento:${id}`, detalhes: { de: ids.ana, para: ids.bruno } },
    ])
  })

  test('by two users at once succeeds for one, and tells the other who has it', async () => {
    const { id } = await ticket()
    const before = (await records('atendimento_passado')).length
    const both = await Promise.all([pass('ana', id, 'bruno', 1), pass('clara', id, 'admin', 1)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const [winner, loser] = both[0].status === 200 ? both : [both[1], both[0]]
    expect(loser?.json.msg).toContain(winner?.json.atendimento.usuario)
    const { usuario_id } = await desk.database.prisma.atendimento.findUniqueOrThrow({ where: { id } })
    expect(usuario_id).toBe(winner?.json.atendimento.usuario_id)
    expect((await records('atendimento_passado')).length).toBe(before + 1)
  })

  test('can be undone by whoever did it, for 15 seconds and until the colleague changes the ticket', async () => {
    const back = (who: Who, id: number, versao: number) =>
      desk.as(who, `atendimentos/${id}/passar/desfazer`, { versao })
    const holder = async (id: number) =>
      (await desk.database.prisma.atendimento.findUniqueOrThrow({ where: { id } })).usuario_id
    const { id } = await ticket()
    expect((await back('ana', id, 1)).status).toBe(404)
    await pass('ana', id, 'bruno', 1)
    expect((await back('bruno', id, 2)).status).toBe(404)
    const screen = await desk.screen('bruno')
    expect(await back('ana', id, 2)).toMatchObject({ status: 200, json: { atendimento: { usuario_id: ids.ana } } })
    await screen.sync()
    expect(screen.everything).toContainEqual({
      ...{ event: 'atendimento:passado', body: expect.objectContaining({ por: 'Ana Souza', desfeito: true }) },
    })
    const [record] = await records('atendimento_passado')
    expect(record).toMatchObject({ usuario_id: ids.ana, detalhes: { de: ids.bruno, para: ids.ana } })

    // A supervisor may take the ticket back for the agent; nobody may once it was written in, or too late.
    await pass('clara', id, 'bruno', 3)
    expect((await back('clara', id, 4)).status).toBe(200)
    await pass('ana', id, 'bruno', 5)
    await save('bruno', id, { versao: 6, descricao: 'já comecei' })
    // First with the version before the words, then with the version after them, then with that one when it is too
    // late.
    for (const [at, versao] of [6, 7, 7].entries()) {
      if (at === 2)
        await desk.database.pool.query(
          "UPDATE atendimento SET (passado_em, atualizado_em) = (SELECT t, t FROM (SELECT now() - interval '16 seconds') s (t)) WHERE id = $1",
          [id],
        )
      const late = await back('ana', id, versao)
      expect([late.status, late.json.msg]).toEqual([409, 'Tarde para desfazer: o atendimento é de Bruno Lima'])
      expect(late.text).not.toContain('comecei')
    }
    expect(await holder(id)).toBe(ids.bruno)

    // A change that is being written when the undo comes wins, and is told in the same words.
    const { id: closing } = await ticket()
    await pass('ana', closing, 'bruno', 1)
    const client = await desk.database.pool.connect()
    await client.query('BEGIN')
    await client.query('UPDATE atendimento SET versao = versao + 1 WHERE id = $1', [closing])
    const undoing = back('ana', closing, 2)
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect((await desk.database.pool.query(waiting)).rowCount).toBe(1), 20_000)
    await client.query('COMMIT')
    client.release()
    expect((await undoing).json.msg).toBe('Tarde para desfazer: o atendimento é de Bruno Lima')
  })

  test('offers the colleagues with what each is doing, but without the reason of a pause', async () => {
    const doing = async () => {
      const { json } = await desk.as('ana', 'colegas')
      return Object.fromEntries(
        json.colegas.map(({ id, situacao }: { id: number; situacao: string }) => [
          Object.keys(ids).find((who) => ids[who as Who] === id),
          situacao,
        ]),
      )
    }
    await desk.notify({ ramal: 102, telefone: '37998889998' })
    expect(await doing()).toMatchObject({ bruno: 'ausente' })
    for (const who of ['ana', 'bruno', 'clara']) await desk.screen(who)
    await ticket()
    await desk.as('clara', 'pausa', { motivo: 'banheiro' })
    expect(await doing()).toMatchObject({ ana: 'em_chamada', bruno: 'tocando', clara: 'em_pausa', admin: 'ausente' })
    expect((await desk.as('ana', 'colegas')).text).not.toContain('banheiro')
    await desk.as('clara', 'pausa/encerrar', {})
    await desk.database.pool.query('DELETE FROM atendimento; DELETE FROM ligacao')
    expect(await doing()).toMatchObject({ ana: 'livre', bruno: 'livre', clara: 'livre' })
  })

  test('lets the former agent read the ticket only while the window of its call is open', async () => {
    const { id, ligacao } = await ticket()
    expect((await pass('ana', id, 'bruno', 1)).status).toBe(200)
    await desk.act('ana', ligacao, 'fechar')
    const motivo = await opcao('Lentidão')
    expect((await save('bruno', id, { versao: 2, descricao: 'segredo', id_motivo: motivo })).status).toBe(200)
    for (const [what, body] of [
      ['atendimento', {}],
      ['fechar', {}],
      ['atender', {}],
      ['cliente', { id_cliente: 2 }],
    ] as const) {
      const { text, json } = await desk.as('ana', `ligacoes/${ligacao}/${what}`, body)
      expect(text, what).not.toContain('segredo')
      expect(json.ligacao.atendimento, what).toMatchObject({ id, usuario_id: ids.bruno, id_motivo: null })
    }
    await desk.act('ana', ligacao, 'reabrir')
    const [window] = (await (await desk.screen('ana')).sync()).ligacoes
    expect(window?.atendimento).toMatchObject({ descricao: 'segredo', id_motivo: motivo })
  })

  test('several times tells every former agent, and nobody else, whose ticket it is now', async () => {
    const davi = await desk.user({ usuario: 'davi', nome: 'Davi Reis' })
    const { id } = await ticket()
    await pass('ana', id, 'bruno', 1)
    await pass('bruno', id, 'clara', 2)
    const last = await desk.as('clara', `atendimentos/${id}/passar`, { id_usuario: davi, versao: 3 })
    expect(last).toMatchObject({ status: 200, json: { atendimento: { aberto_por: 'Ana Souza' } } })
    for (const who of ['ana', 'bruno', 'clara'] as const)
      expect(await save(who, id, { versao: 4, descricao: 'e mais' })).toMatchObject({
        ...{ status: 404, json: { msg: expect.stringContaining('é de Davi Reis') } },
      })
    const stranger = await save('admin', id, { versao: 4, descricao: 'e mais' })
    expect(stranger.status).toBe(404)
    expect(stranger.text).not.toContain('Davi Reis')
  })

  test('stops the former agent from changing the ticket’s customer through the call', async () => {
    const { id, ligacao } = await ticket({ id_cliente: 1 })
    expect((await desk.act('ana', ligacao, 'cliente', { id_cliente: 2 })).status).toBe(200)
    const { versao } = await desk.database.prisma.atendimento.findUniqueOrThrow({ where: { id } })
    expect((await pass('ana', id, 'bruno', versao)).status).toBe(200)
    const stands = async () => {
      const { id_cliente } = await desk.database.prisma.atendimento.findUniqueOrThrow({ where: { id } })
      const call = await desk.database.prisma.ligacao.findUniqueOrThrow({ where: { id: ligacao } })
      return [id_cliente, call.id_cliente, (await records('atendimento_cliente_alterado')).length]
    }
    const before = await stands()
    for (const over of [false, true]) {
      if (over) await desk.act('ana', ligacao, 'fechar')
      const refused = await desk.act('ana', ligacao, 'cliente', { id_cliente: 3 })
      expect(refused).toMatchObject({
        status: 409,
        json: {
          msg: 'O atendimento foi passado para Bruno Lima, que é quem troca o cliente',
          ligacao: { id: ligacao, cliente: { id_cliente: 2 } },
        },
      })
      expect(await stands()).toEqual(before)
    }
    // Choosing the same customer changes nothing. The ticket's agent moves both the ticket and the call.
    expect((await desk.act('ana', ligacao, 'cliente', { id_cliente: 2 })).status).toBe(200)
    expect((await desk.as('bruno', `atendimentos/${id}/cliente`, { id_cliente: 3 })).status).toBe(200)
    expect((await stands()).slice(0, 2)).toEqual([3, 3])
  })

  test('works for supervisors on any ticket, for agents on their own, only while open and to an active user', async () => {
    const { id } = await ticket()
    expect((await pass('bruno', id, 'bruno', 1)).status).toBe(404)
    expect((await pass('ana', id, 'ana', 1)).status).toBe(409)
    expect((await desk.as('ana', `atendimentos/${id}/passar`, { id_usuario: 999_999, versao: 1 })).status).toBe(422)
    const gone = await desk.user({ usuario: 'saiu' })
    await desk.database.pool.query('UPDATE usuario SET desativado = true WHERE id = $1', [gone])
    expect((await desk.as('ana', `atendimentos/${id}/passar`, { id_usuario: gone, versao: 1 })).status).toBe(422)
    const colegas = async (who: Who) =>
      (await desk.as(who, 'colegas')).json.colegas.map((each: { id: number }) => each.id)
    expect(await colegas('ana')).not.toContain(gone)
    expect(await colegas('clara')).toContain(gone)
    expect((await pass('clara', id, 'bruno', 1)).status).toBe(200)
    await save('bruno', id, { versao: 2, estado: 'fechado' })
    expect((await pass('bruno', id, 'ana', 3)).status).toBe(409)
  })
})

describe('the search for tickets', () => {
  test('finds by protocolo, telephone, customer, code and text, whatever the spacing, case and accents', async () => {
    const maria = await ticket()
    const padaria = await ticket({ telefone: '3732211234' })
    const nobody = await ticket({ telefone: '37998889999' })
    await save('ana', maria.id, { versao: 1, descricao: 'Roteador  reiniciado;\nlentidão à noite', estado: 'fechado' })
    await save('ana', padaria.id, { versao: 1, descricao: 'Câmera sem conexão' })
    const grouped = maria.protocolo.replace(/^(....)(....)(...)(...)$/, '$1 $2 $3 $4')
    const by: [termo: string, ids: number[]][] = [
      [maria.protocolo, [maria.id]],
      [grouped, [maria.id]],
      [maria.protocolo.slice(0, 8), [nobody.id, padaria.id, maria.id]],
      ['(37) 99991-2222', [maria.id]],
      ['+5537998889999', [nobody.id]],
      ['conceicao maria', [maria.id]],
      ['tres irmaos', [padaria.id]],
      ['10002', [padaria.id]],
      ['LENTIDAO', [maria.id]],
      ['roteador reiniciado', [maria.id]],
      ['conexão', [padaria.id]],
      ['nada disso', []],
      ['%', []],
    ]
    for (const [termo, expected] of by)
      expect([termo, await found('ana', `termo=${encodeURIComponent(termo)}`)]).toEqual([termo, expected])
    expect(await found('bruno', `termo=${maria.protocolo}`)).toEqual([])
    expect(await found('clara', `termo=${maria.protocolo}`)).toEqual([maria.id])
    // The answer distinguishes a term that is too short from one that finds nothing.
    for (const [termo, busca_curta] of [
      ['a', true],
      ['%25', true],
      ['nada disso', false],
      ['', false],
    ] as const)
      expect((await desk.as('ana', `atendimentos/lista?termo=${termo}`)).json).toMatchObject({ busca_curta })
  })

  test('filters by period, state, reason, outcome, agent and author, and shows agents only their own tickets', async () => {
    const [one, two] = [await ticket(), await ticket({ who: 'bruno' })]
    const [motivo, desfecho] = [await opcao('Cancelamento'), await opcao('Engano')]
    await save('ana', one.id, { versao: 1, id_motivo: motivo, estado: 'fechado', id_desfecho: desfecho })
    await pass('clara', two.id, 'ana', 1)
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: desk.config.timeZone }).format(new Date())
    expect(await found('clara')).toEqual([two.id, one.id])
    expect(await found('clara', 'estado=aberto')).toEqual([two.id])
    expect(await found('clara', `id_motivo=${motivo}`)).toEqual([one.id])
    expect(await found('clara', `id_desfecho=${desfecho}`)).toEqual([one.id])
    expect(await found('clara', `usuario=${ids.ana}`)).toEqual([two.id, one.id])
    expect(await found('clara', `autor=${ids.bruno}`)).toEqual([two.id])
    expect(await found('clara', `data_inicio=${today}&data_fim=${today}`)).toEqual([two.id, one.id])
    expect(await found('clara', 'data_fim=2020-01-01')).toEqual([])
    // An agent's filter only narrows that agent's own tickets; it never shows a colleague's.
    expect(await found('bruno', `usuario=${ids.ana}`)).toEqual([])
    expect(await found('bruno', `autor=${ids.bruno}`)).toEqual([])
  })

  test('returns pages without gap or overlap for every filter', async () => {
    await desk.database.pool.query(
      `INSERT INTO atendimento (protocolo, id_cliente, usuario_id, descricao, busca, estado, criado_em, atualizado_em)
       SELECT '20260101' || lpad(n::text, 6, '0'), 1, $1, 'Sem conexão', 'sem conexao',
         CASE WHEN n % 2 = 0 THEN 'fechado' ELSE 'aberto' END::"EstadoAtendimento", now() - n / 3 * interval '1 hour', now()
       FROM generate_series(1, 120) n`,
      [ids.ana],
    )
    for (const query of ['', 'termo=maria', 'termo=conexao', 'termo=20260101', 'estado=fechado']) {
      const seen: number[] = []
      let apos: string | null = ''
      while (apos !== null) {
        const { json } = await desk.as('ana', `atendimentos/lista?${query}&apos=${apos}`)
        seen.push(...json.atendimentos.map((each: { id: number }) => each.id))
        apos = json.apos
      }
      expect([query, seen.length, new Set(seen).size]).toEqual([
        query,
        ...(query.startsWith('estado') ? [60, 60] : [120, 120]),
      ])
    }
    // The desk lists only the newest open tickets, with the number of all.
    const { json } = await desk.as('ana', 'atendimentos?estado=aberto')
    expect([json.atendimentos.length, json.total]).toEqual([50, 60])
  })

  test.each([
    ['apos', 'x'],
    ['apos', '999999999999999-1'],
    ['estado', 'perdido'],
    ['id_motivo', '0'],
    ['usuario', 'ana'],
    ['data_inicio', '2026-13-01'],
    ['data_fim', '0000-01-01'],
    ['termo', 'a%00b'],
    ['termo', 'x'.repeat(121)],
  ])('refuses the filter %s=%s with an error at its field', async (name, value) => {
    const answer = await desk.as('clara', `atendimentos/lista?${name}=${value}`)
    expect([answer.status, Object.keys(answer.json.campos)]).toEqual([422, [name]])
  })
})

describe('one ticket', () => {
  test('is shown to its agent and to supervisors, with the numbers that its protocolo can be sent to', async () => {
    const { id } = await ticket()
    const { atendimento } = (await desk.as('ana', `atendimentos/${id}`)).json
    expect(atendimento).toMatchObject({
      cliente: { id_cliente: 1, nome_razaosocial: 'Maria da Conceição Ávila' },
      usuario: 'Ana Souza',
      contatos: [{ numero: '5537999912222', formatado: '(37) 99991-2222', celular: true, da_ligacao: true }],
    })
    expect((await desk.as('clara', `atendimentos/${id}`)).status).toBe(200)
    expect((await desk.as('bruno', `atendimentos/${id}`)).status).toBe(404)
    // A landline cannot receive an SMS. The call's own number comes first, then the customer's mobile numbers.
    const company = await ticket({ telefone: '3732211234' })
    expect((await desk.as('ana', `atendimentos/${company.id}`)).json.atendimento.contatos[0]).toMatchObject({
      numero: '553732211234',
      celular: false,
    })
    const foreign = await ticket({ telefone: '+12125551234' })
    expect((await desk.as('ana', `atendimentos/${foreign.id}`)).json.atendimento.contatos).toMatchObject([
      { numero: '12125551234', celular: true },
    ])
  })

  test('can get a customer, or another one, later: the change is recorded and applies to its call too', async () => {
    const { id, ligacao } = await ticket({ telefone: '37998889999' })
    expect((await desk.as('ana', `atendimentos/${id}`)).json.atendimento.cliente).toBeNull()
    const screen = await desk.screen('ana')
    expect((await desk.as('bruno', `atendimentos/${id}/cliente`, { id_cliente: 2 })).status).toBe(404)
    expect((await desk.as('ana', `atendimentos/${id}/cliente`, { id_cliente: 999_999 })).status).toBe(409)
    const linked = await desk.as('ana', `atendimentos/${id}/cliente`, { id_cliente: 2 })
    expect(linked.json.atendimento.cliente).toMatchObject({ id_cliente: 2 })
    expect((await screen.sync()).ligacoes[0]).toMatchObject({ id: ligacao, cliente: { id_cliente: 2 } })
    expect((await desk.as('clara', `atendimentos/${id}/cliente`, { id_cliente: 3 })).status).toBe(200)
    expect((await records('atendimento_cliente_alterado')).slice(0, 2)).toMatchObject([
      { usuario_id: ids.clara, alvo: `atendimento:${id}`, detalhes: { de: 2, para: 3 } },
      { usuario_id: ids.ana, detalhes: { de: null, para: 2 } },
    ])
  })
})

describe('the CSV export of tickets', () => {
  test('contains the filtered tickets with their whole text, escapes formulas, and is recorded', async () => {
    const { id } = await ticket()
    await save('ana', id, { versao: 1, descricao: '=1+1;"x"\nsegunda linha', estado: 'fechado' })
    await ticket({ who: 'bruno' })
    const answer = await desk.as('clara', 'atendimentos/exportar?estado=fechado&termo=segunda')
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="atendimentos-.*\.csv"$/)
    const [head, line, rest] = answer.text.split('\r\n')
    expect(head).toMatch(/^\uFEFFprotocolo;criado_em;/)
    expect(line).toMatch(/^\d{4} \d{4} \d{3} \d{3};/)
    expect(line).toContain(
      `;Maria da Conceição Ávila;(37) 99991-2222;;;Ana Souza;Ana Souza;"'=1+1;""x""\nsegunda linha"`,
    )
    expect(rest).toBe('')
    expect(await records('atendimentos_exportados')).toMatchObject([
      { usuario_id: ids.clara, alvo: 'clientes', detalhes: { estado: 'fechado', termo: 'palavras (7)' } },
    ])
  })
})
