import { beforeEach, expect, test } from 'vitest'
import { recordAuditoria } from '#server/auditoria/rows/recordAuditoria'
import type { Acao } from '#server/auditoria/wire'
import { exportTitular } from '#server/titular/exportTitular'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
// Tests cannot delete entries, because only their age removes them: each test reads the entries written since it began.
let first = ''
beforeEach(async () => {
  const { rows } = await desk.database.pool.query('SELECT coalesce(max(id), 0)::text AS id FROM auditoria')
  first = rows[0].id
})

interface Registro {
  id: string
  acao: string
  sobre: { nome: string; id_cliente: number | null } | null
  nomes: Record<string, string>
}
const get = (path: string) => desk.as('admin', `auditoria${path}`)
async function listed(asked: Record<string, string | number> = {}) {
  const found: Registro[] = []
  const query = Object.entries(asked).map(([name, value]) => [name, String(value)])
  for (let apos: string | null = ''; apos !== null; ) {
    const { status, json } = await get(`?${new URLSearchParams([...query, ['apos', apos]])}`)
    expect(status).toBe(200)
    found.push(...json.registros)
    apos = json.apos
  }
  return found.filter(({ id }) => BigInt(id) > BigInt(first))
}
const at = (quando: string, acao: Acao, more: { alvo?: string; usuarioId?: number } = {}) =>
  desk.database.prisma.auditoria.create({
    data: { quando: new Date(quando), acao, alvo: more.alvo ?? null, usuario_id: more.usuarioId ?? null },
  })

test('an entry names its target, that target’s customer, and the users and options in its details', async () => {
  const { database } = desk
  const [maria, other] = await database.prisma.cliente.findMany({ take: 2, orderBy: { id_cliente: 'asc' } })
  const [ana, bruno] = [await desk.idOf('ana'), await desk.idOf('bruno')]
  const ligacao = await desk.ring({ ramal: 101, telefone: '37999912222', ligacao_params: { id: 'auditada' } })
  await database.prisma.ligacao.update({ where: { id: ligacao }, data: { id_cliente: maria?.id_cliente ?? 0 } })
  const servico = await database.prisma.clienteServico.findFirstOrThrow({
    where: { id_cliente: other?.id_cliente ?? 0 },
  })
  const entries: [acao: Acao, alvo: string, nome: RegExp, id_cliente: number | null][] = [
    [
      'cliente_aberto',
      `cliente:${maria?.id_cliente}`,
      new RegExp(`^${maria?.nome_razaosocial}$`),
      maria?.id_cliente ?? 0,
    ],
    ['cliente_escolhido', `ligacao:${ligacao}`, /^\(37\) 99991-2222 · Maria/, maria?.id_cliente ?? 0],
    ['usuario_alterado', `usuario:${ana}`, /^Ana Souza$/, null],
    ['evento_faturamento_registrado', `cliente_servico:${servico.id_cliente_servico}`, / · /, other?.id_cliente ?? 0],
  ]
  for (const [acao, alvo] of entries) await recordAuditoria(database, { acao, alvo, usuarioId: bruno })
  await recordAuditoria(database, {
    acao: 'atendimento_passado',
    detalhes: { de: ana, para: bruno },
    alvo: 'atendimento:0',
  })
  const opcao = await database.prisma.opcaoAtendimento.findFirstOrThrow()
  const exported = ['ligacoes_exportadas', 'perdidas_exportadas', 'atendimentos_exportados'] as const
  const detalhes = { usuario: ana, autor: bruno, id_motivo: opcao.id }
  for (const acao of exported) await recordAuditoria(database, { acao, detalhes, alvo: 'clientes' })
  const [tickets, missed, calls, passed, ...rest] = await listed()
  expect(tickets?.nomes).toEqual({ usuario: 'Ana Souza', autor: 'Bruno Lima', id_motivo: opcao.descricao })
  expect([missed, calls].map((each) => each?.nomes)).toEqual([{ usuario: 'Ana Souza' }, { usuario: 'Ana Souza' }])
  expect(passed).toMatchObject({ sobre: null, nomes: { de: 'Ana Souza', para: 'Bruno Lima' } })
  expect(rest.toReversed()).toMatchObject(
    entries.map(([acao, alvo, nome, id_cliente]) => ({
      ...{ acao, alvo, autor: { nome: 'Bruno Lima' } },
      sobre: { nome: expect.stringMatching(nome), id_cliente },
    })),
  )

  // The entries of one customer include those about the customer's calls, and no other customer's.
  const ofMaria = await listed({ cliente: maria?.codigo_cliente ?? 0 })
  expect(ofMaria.map(({ acao }) => acao)).toEqual(['cliente_escolhido', 'cliente_aberto'])
  const ofOther = await listed({ cliente: other?.codigo_cliente ?? 0 })
  expect(ofOther.map(({ acao }) => acao)).toEqual(['evento_faturamento_registrado'])
  expect(await listed({ cliente: 999_999_999 })).toEqual([])
  // The supervisors' list of accesses to a customer has only these four fields.
  const { json } = await desk.as('clara', `clientes/${maria?.id_cliente}/acessos`)
  for (const acesso of json.acessos) expect(Object.keys(acesso).toSorted()).toEqual(['acao', 'autor', 'id', 'quando'])
})

test('a corrected choice of customer is listed for both customers, in the record and in their data exports', async () => {
  const { prisma } = desk.database
  const data = await prisma.cliente.findFirstOrThrow({ orderBy: { id_cliente: 'desc' } })
  // A customer's number may have ten digits.
  const wrong = { ...data, id_cliente: 2_147_483_646, codigo_cliente: 2_147_483_646, nome_razaosocial: 'Wilma Errada' }
  await prisma.cliente.create({ data: wrong })
  const right = await prisma.cliente.findFirstOrThrow({ orderBy: { id_cliente: 'asc' }, skip: 3 })
  const ligacao = await desk.ring({ ramal: 101, telefone: '37999914444' })
  const choose = (id_cliente: number) => desk.act('ana', ligacao, 'cliente', { id_cliente })
  await choose(wrong.id_cliente)
  await desk.act('ana', ligacao, 'atendimento')
  await choose(right.id_cliente)
  await recordAuditoria(desk.database, { acao: 'cliente_aberto', alvo: `cliente:${wrong.id_cliente}` })

  const ofWrong = await listed({ cliente: wrong.codigo_cliente })
  const corrected = { de: 'Wilma Errada', para: right.nome_razaosocial }
  expect(ofWrong).toMatchObject([
    { acao: 'cliente_aberto', sobre: { nome: 'Wilma Errada' } },
    { acao: 'atendimento_cliente_alterado', nomes: corrected },
    { acao: 'cliente_escolhido', nomes: { cliente: 'Wilma Errada' } },
  ])
  const ofRight = await listed({ cliente: right.codigo_cliente })
  expect(ofRight).toMatchObject([
    { acao: 'atendimento_cliente_alterado', nomes: corrected },
    { acao: 'cliente_escolhido', nomes: { cliente: right.nome_razaosocial } },
  ])
  for (const [{ id_cliente }, registros] of [
    [wrong, ofWrong],
    [right, ofRight],
  ] as const) {
    const taken = JSON.parse(JSON.stringify(await exportTitular(desk.desk, String(id_cliente))))
    const since = taken.titulares[0].acessos.filter(({ id }: Registro) => BigInt(id) > BigInt(first))
    expect(since.map(({ acao }: Registro) => acao)).toEqual(['titular_exportado', ...registros.map(({ acao }) => acao)])
  }
})

test('the list filters by user, action and day in the desk’s time zone, and its pages repeat no entry', async () => {
  const [ana, bruno] = [await desk.idOf('ana'), await desk.idOf('bruno')]
  // In São Paulo the desk's day 2026-11-20 is from 03:00Z to 03:00Z of the next day.
  await at('2026-11-20T02:59:59.999Z', 'cliente_aberto', { usuarioId: ana })
  await at('2026-11-20T03:00:00.000Z', 'cliente_aberto', { usuarioId: ana })
  await at('2026-11-21T02:59:59.999Z', 'documento_revelado', { usuarioId: ana })
  await at('2026-11-21T03:00:00.000Z', 'cliente_aberto', { usuarioId: bruno })
  const day = { data_inicio: '2026-11-20', data_fim: '2026-11-20' }
  expect((await listed(day)).map(({ acao }) => acao)).toEqual(['documento_revelado', 'cliente_aberto'])
  expect(await listed({ ...day, usuario: bruno })).toEqual([])
  expect(await listed({ usuario: ana })).toHaveLength(3)
  expect(await listed({ usuario: ana, acao: 'cliente_aberto' })).toHaveLength(2)
  expect((await get('?data_inicio=2026-11-21&data_fim=2026-11-20')).status).toBe(422)

  await Promise.all(
    Array.from({ length: 230 }, () => at('2026-10-01T12:00:00Z', 'sessoes_encerradas', { usuarioId: ana })),
  )
  const many = await listed({ data_inicio: '2026-10-01', data_fim: '2026-10-01' })
  expect(many).toHaveLength(230)
  expect(new Set(many.map(({ id }) => id)).size).toBe(230)
})

test('the CSV export contains the filtered entries with names, escapes formulas, and is recorded', async () => {
  const admin = await desk.idOf('admin')
  const id = await desk.user({ usuario: 'formula', nome: '=1+1' })
  await recordAuditoria(desk.database, {
    acao: 'usuario_criado',
    alvo: `usuario:${id}`,
    usuarioId: admin,
    ip: '10.0.0.1',
  })
  const answer = await get(`/exportar?acao=usuario_criado&usuario=${admin}`)
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="auditoria-.*\.csv"$/)
  const lines = answer.text.trim().split('\r\n')
  expect(lines.slice(1)).toHaveLength(1)
  expect(answer.text).toContain("'=1+1")
  expect(await listed({ acao: 'auditoria_exportada' })).toMatchObject([
    { autor: { nome: 'Administração' }, detalhes: { acao: 'usuario_criado', usuario: admin } },
  ])
})
