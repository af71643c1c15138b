import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { setClienteOfAtendimento } from '#server/atendimento/rows/linkAtendimento'
import { reassignAtendimento } from '#server/atendimento/rows/passAtendimento'
import { saveWords } from '#server/atendimento/rows/saveAtendimento'
import { writeClientes } from '#server/cliente/rows/write/writeClientes'
import type { ExportedCliente } from '#server/cliente/wire/import'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { expireWindows, missUnseen } from '#server/ligacao/rows/endings'
import { linkCall } from '#server/ligacao/rows/itsAtendimento'
import { erasePerson } from '#server/titular/rows/erasure'
import { forgetAtendimentos, forgetLigacoes } from '#server/titular/rows/retention'
import { useDesk } from '../../support/useDesk.ts'

// All transactions lock rows in one order: calls by id, then tickets by id. Another client locks one row and waits
// until the tested transaction waits for it. That transaction must not hold any later row yet, or two such could
// deadlock.

const calls = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
/** One ticket for each call. */
const tickets = [900_001, 900_002] as const
const idCliente = 1
const longAgo = new Date('2020-01-01T12:00:00Z')

const desk = useDesk()
let other: pg.Client
let ana: number
let bruno: number
beforeAll(async () => {
  ana = await desk.idOf('ana')
  bruno = await desk.idOf('bruno')
})
beforeEach(async () => {
  other = new pg.Client(desk.config.databaseUrl)
  await other.connect()
})
afterEach(async () => {
  await other.end()
  await desk.clear()
})

/**
 * Inserts the rows in reverse order, so that a transaction that locks them as they lie in the table locks them wrongly.
 */
async function fill(estado: 'aberta' | 'fechada'): Promise<void> {
  const { prisma } = desk.database
  for (const [n, id] of [...calls].reverse().entries()) {
    const when = new Date(longAgo.getTime() + n)
    const rang = { notificada_em: when, tocada_em: when }
    await prisma.ligacao.create({
      data: { id, usuario_id: ana, estado, telefone_chave: `lock${n}`, id_cliente: idCliente, ...rang },
    })
    const closed = { estado: 'fechado' as const, fechado_em: longAgo }
    await prisma.atendimento.create({
      data: {
        ...{
          id: tickets[1 - n],
          protocolo: `2020010100000${2 - n}`,
          ligacao_id: id,
          usuario_id: ana,
          id_cliente: idCliente,
        },
        ...{ criado_em: longAgo, atualizado_em: longAgo, ...(estado === 'fechada' && closed) },
      },
    })
  }
}

const who = () => ({ usuarioId: ana, ip: '127.0.0.1' })

interface Deed {
  estado: 'aberta' | 'fechada'
  /** The row that the other client locks. */
  holds: () => string | number
  /** The rows that must not be locked while the tested transaction waits. */
  free: () => (string | number)[]
  act: () => Promise<unknown>
}
const now = new Date()
const ofCall = { estado: 'aberta', holds: () => calls[0], free: () => [tickets[0]] } as const
const ofAll = { estado: 'fechada', holds: () => calls[0], free: () => [calls[1], ...tickets] } as const
const ofTickets = { estado: 'fechada', holds: () => tickets[0], free: () => [tickets[1]] } as const
const ofOpen = { estado: 'aberta', holds: () => calls[0], free: () => [calls[1]] } as const

const deeds: Record<string, Deed> = {
  'saving words': {
    ...ofCall,
    act: () => saveWords(desk.database, ana, tickets[0], { versao: 1, descricao: 'oi', busca: 'oi' }, now),
  },
  'passing a ticket on': {
    ...ofCall,
    act: () => reassignAtendimento(desk.database, { id: tickets[0], versao: 1, de: ana, para: bruno, who: who(), now }),
  },
  'linking a call': {
    ...ofCall,
    act: () => linkCall(desk.database, { ...who(), ligacaoId: calls[0], idCliente: 2, now }),
  },
  'linking a ticket': {
    ...ofCall,
    act: () => setClienteOfAtendimento(desk.database, { id: tickets[0], de: ana, idCliente: 2, who: who(), now }),
  },
  'erasing a person': { ...ofAll, act: () => erasePerson(desk.database, idCliente, now) },
  'erasing a person, tickets': { ...ofTickets, act: () => erasePerson(desk.database, idCliente, now) },
  'forgetting calls': { ...ofAll, act: () => forgetLigacoes(desk.database, now, 100) },
  'forgetting calls, tickets': { ...ofTickets, act: () => forgetLigacoes(desk.database, now, 100) },
  'forgetting tickets': { ...ofTickets, act: () => forgetAtendimentos(desk.database, now, '20990101', 100) },
  'ending old windows': { ...ofOpen, act: () => expireWindows(desk.database, 0, now) },
  'missing unseen calls': { ...ofOpen, act: () => missUnseen(desk.database, [ana], now, now) },
}

const hold = (id: string | number) =>
  other.query(`SELECT id FROM ${typeof id === 'string' ? 'ligacao' : 'atendimento'} WHERE id = $1 FOR UPDATE NOWAIT`, [
    id,
  ])
const untilWaiting = () =>
  expect
    .poll(
      async () =>
        (
          await desk.database.pool.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock'`)
        ).rowCount,
    )
    .toBe(1)

test.each(Object.entries(deeds))(
  '%s waits for a locked row without holding any row that comes later in the lock order',
  async (_, deed) => {
    await fill(deed.estado)
    await other.query('BEGIN')
    await hold(deed.holds())
    const acting = deed.act()
    await untilWaiting()
    try {
      for (const id of deed.free()) await hold(id)
    } finally {
      await other.query('ROLLBACK')
      await acting
    }
  },
)

test('a call can be added or moved to another customer while the customer’s erasure waits, without a deadlock', async () => {
  await fill('fechada')
  await other.query('BEGIN')
  await hold(calls[0])
  const erasing = erasePerson(desk.database, idCliente, now)
  await untilWaiting()
  await other.query('UPDATE ligacao SET id_cliente = 2 WHERE id = $1', [calls[0]])
  await other.query(
    `INSERT INTO ligacao (id, usuario_id, id_cliente, notificada_em, tocada_em) VALUES ($1, $2, $3, $4, $5)`,
    [randomUUID(), ana, idCliente, now, now],
  )
  await other.query('COMMIT')
  expect(await erasing).toMatchObject({ ligacoes: 1 })
})

test.each([
  [
    7_001,
    'an import refuses the customer who would lose its service',
    (record: ExportedCliente) => writeClientes(desk.database, [{ ...record, servicos: [] }]),
    { updated: 0, refused: [{ mistakes: { servicos: [expect.stringMatching(/^lacks the service \d+, which has/)] } }] },
  ],
  [
    7_201,
    'an import gives the service to nobody else',
    async (record: ExportedCliente) => {
      const heir = { ...record, id_cliente: 7_299, codigo_cliente: 7_299, servicos: [] }
      await writeClientes(desk.database, [heir])
      return writeClientes(desk.database, [
        { ...record, servicos: [] },
        { ...heir, servicos: record.servicos },
      ])
    },
    { updated: 0, refused: [{ record: { servicos: [] } }, { record: { id_cliente: 7_299 } }] },
  ],
  [
    7_101,
    'an erasure keeps its service',
    (record: ExportedCliente) => erasePerson(desk.database, record.id_cliente, now),
    { servicos_mantidos: 1 },
  ],
])('customer %i: when a billing event commits meanwhile, %s', async (firstId, _, act, outcome) => {
  const [first] = [...generateClientes({ count: 20, seed: 11, firstId })].filter((one) => one.servicos.length > 0)
  const record = first as ExportedCliente
  await writeClientes(desk.database, [record])
  await other.query('BEGIN')
  await other.query(
    `INSERT INTO evento_faturamento (lancamento, id_cliente_servico, id_tipo_servico, tipo, descricao, proximo_faturamento,
       parcela, total_parcelas, valor_centavos, token_id) VALUES ($1, $2, 1, 'acrescimo', 'x', true, 1, 1, 100, 1)`,
    [randomUUID(), record.servicos[0]?.id_cliente_servico],
  )
  const acting = act(record)
  await untilWaiting()
  await other.query('COMMIT')
  expect(await acting).toMatchObject(outcome)
})
