import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { forgetOld } from '#server/titular/forgetOld'
import { useDesk } from '../../support/useDesk.ts'

// Each period has a different length, so that a test notices if one is used for another.
const desk = useDesk({ retencao: { chamadas: 1_095, atendimentos: 1_461, rastros: 30, auditoria: 1_826 } })
let ana: number
beforeAll(async () => {
  ana = await desk.idOf('ana')
  // Wait until the chore that runs at the desk's start is over. It finds nothing to forget yet.
  const { pool } = desk.database
  await vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount), { timeout: 20_000 })
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const call = (days: number) => ({
  id: randomUUID(),
  usuario_id: ana,
  telefone: '37999912222',
  estado: 'fechada' as const,
  notificada_em: daysAgo(days),
  tocada_em: daysAgo(days),
})
const ticket = (n: number, days: number, closedDaysAgo: number | null, ligacao_id: string | null = null) => ({
  protocolo: `${daysAgo(days).toISOString().slice(0, 10).replaceAll('-', '')}${String(n).padStart(6, '0')}`,
  id_cliente: 1,
  usuario_id: ana,
  ligacao_id,
  descricao: `atendimento ${n}`,
  estado: closedDaysAgo === null ? ('aberto' as const) : ('fechado' as const),
  criado_em: daysAgo(days),
  atualizado_em: daysAgo(days),
  fechado_em: closedDaysAgo === null ? null : daysAgo(closedDaysAgo),
})

test('data older than its own retention is deleted, on record, and nothing else', async () => {
  const { prisma, pool } = desk.database
  const [old, young] = [call(1_096), call(1_094)]
  // More rows than one batch, so that later batches are tested too.
  await prisma.ligacao.createMany({ data: [old, young, ...Array.from({ length: 1_100 }, () => call(2_000))] })
  await prisma.atendimento.createMany({
    data: [ticket(1, 1_500, 1_462, old.id), ticket(2, 1_500, 1_460), ticket(3, 1_500, null, young.id)],
  })
  await prisma.atendimento.create({ data: ticket(4, 1_400, 1_400) })
  // This one was opened on the very day that the retention reaches back to, and closed in time.
  await prisma.atendimento.create({ data: ticket(5, 1_461.1, 1_461.05) })
  await prisma.auditoria.createMany({
    data: [2_000, 1_827, 1_825, 10].map((days) => ({ acao: `de ${days} dias`, quando: daysAgo(days) })),
  })
  const pause = { usuario_id: ana, motivo: 'almoco' as const }
  await prisma.pausa.createMany({
    data: [1_200, 1_096, 1_094].map((days) => ({ ...pause, desde: daysAgo(1_200), ate: daysAgo(days) })),
  })
  const note = { usuario_id: ana, palavras: 'retornar', quando: daysAgo(1_200), criado_em: daysAgo(1_200) }
  await prisma.lembrete.createMany({
    data: [1_462, 1_460, null].map((days) => ({
      ...note,
      chave: randomUUID(),
      feito_em: days === null ? null : daysAgo(days),
    })),
  })
  await prisma.rastro.createMany({
    data: [31, 29].map((days) => ({ quando: daysAgo(days), chaves: [], pedidos: [] })),
  })
  const still = await prisma.pausa.create({ data: { ...pause, desde: daysAgo(1_200) } })

  expect(await forgetOld(desk.desk)).toEqual({
    ligacoes: 1_101,
    atendimentos: 2,
    pausas: 2,
    lembretes: 1,
    rastros: 1,
    registros: 2,
  })

  expect((await prisma.ligacao.findMany()).map(({ id }) => id)).toEqual([young.id])
  expect(await prisma.pausa.count()).toBe(2)
  expect(await prisma.lembrete.count()).toBe(2)
  await prisma.pausa.delete({ where: { id: still.id } })
  const tickets = await prisma.atendimento.findMany({ orderBy: { descricao: 'asc' } })
  expect(tickets.map(({ descricao }) => descricao)).toEqual(['atendimento 2', 'atendimento 3', 'atendimento 4'])
  const { rows } = await pool.query('SELECT acao, usuario_id, detalhes FROM auditoria ORDER BY id')
  expect(rows.map(({ acao }) => acao)).toEqual(['de 1825 dias', 'de 10 dias', 'dados_antigos_apagados'])
  expect(rows[2]).toEqual({
    acao: 'dados_antigos_apagados',
    usuario_id: null,
    detalhes: { ligacoes: 1_101, atendimentos: 2, pausas: 2, lembretes: 1, rastros: 1, registros: 2 },
  })
  // Nothing is left to forget, so the second run records nothing.
  expect(await forgetOld(desk.desk)).toEqual({
    ligacoes: 0,
    atendimentos: 0,
    pausas: 0,
    lembretes: 0,
    rastros: 0,
    registros: 0,
  })
  expect(await prisma.auditoria.count()).toBe(3)
})

test('a desk that stops during the deletion finishes one batch, and the next run goes on', async () => {
  await desk.database.prisma.ligacao.createMany({ data: Array.from({ length: 1_100 }, () => call(2_000)) })
  const ending = new AbortController()
  const begun = forgetOld(desk.desk, ending.signal)
  ending.abort()
  expect(await begun).toEqual({ ligacoes: 500, atendimentos: 0, pausas: 0, lembretes: 0, rastros: 0, registros: 0 })
  expect(await forgetOld(desk.desk)).toEqual({
    ligacoes: 600,
    atendimentos: 0,
    pausas: 0,
    lembretes: 0,
    rastros: 0,
    registros: 0,
  })
})

test('what was deleted before a part failed is on record', async () => {
  const { prisma, pool } = desk.database
  await prisma.ligacao.createMany({ data: Array.from({ length: 550 }, () => call(2_000)) })
  await pool.query('ALTER TABLE pausa RENAME TO pausa_ausente')
  await expect(forgetOld(desk.desk)).rejects.toThrow('"pausa" does not exist')
  await pool.query('ALTER TABLE pausa_ausente RENAME TO pausa')
  const { rows } = await pool.query('SELECT detalhes FROM auditoria ORDER BY id DESC LIMIT 1')
  expect(rows[0].detalhes).toMatchObject({ ligacoes: 550, atendimentos: 0, pausas: 0 })
})

test('who took over and settled a missed call is deleted with the call', async () => {
  const { prisma } = desk.database
  const done = { assumida_por: ana, assumida_em: daysAgo(1_200), tratada_por: ana, tratada_em: daysAgo(1_200) }
  await prisma.ligacao.create({ data: { ...call(1_200), estado: 'cancelada', ...done } })
  expect(await forgetOld(desk.desk)).toMatchObject({ ligacoes: 1 })
  expect(await prisma.ligacao.count({ where: { tratada_por: ana } })).toBe(0)
})

test('a retention of 0 days keeps calls for ever', async () => {
  const kept = await desk.database.prisma.ligacao.create({ data: call(9_000) })
  const retencao = { chamadas: 0, atendimentos: 0, rastros: 0, auditoria: 0 }
  expect(await forgetOld({ ...desk.desk, config: { ...desk.config, retencao } })).toMatchObject({ ligacoes: 0 })
  await desk.database.prisma.ligacao.delete({ where: { id: kept.id } })
})

test('the record keeps all entries of the last year, and refuses every other change', async () => {
  const { prisma, pool } = desk.database
  const count = await prisma.auditoria.count()
  await prisma.auditoria.create({ data: { acao: 'ontem', quando: daysAgo(1) } })
  const { rows } = await pool.query(`SELECT esquecer_auditoria(now() + interval '1 day', 100) AS n`)
  expect(rows[0].n).toBe(1)
  expect(await prisma.auditoria.count()).toBe(count)
  for (const change of ['DELETE FROM auditoria', 'TRUNCATE auditoria', `UPDATE auditoria SET acao = 'x'`])
    await expect(pool.query(change)).rejects.toThrow('append-only')
})
