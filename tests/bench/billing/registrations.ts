import { randomUUID } from 'node:crypto'
import type { Figure, Sheet } from '../support/figure.ts'
import { inTurn } from '../support/versions.ts'
import { type Beside, connections } from './servers.ts'

const roundMs = 1_500
const path = '/api/v1/integracao/financeiro/evento_faturamento'

/** Registers events for `ms` milliseconds on all connections at once. Returns events per second. */
async function perSecond(register: () => Promise<unknown>, ms = roundMs): Promise<number> {
  const begun = performance.now()
  let done = 0
  const work = async () => {
    while (performance.now() - begun < ms) {
      await register()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return (done * 1_000) / (performance.now() - begun)
}

const figures: [rows: number, Figure][] = [
  [1, figureOf('single events')],
  [12, figureOf('events of 12 installments')],
]

function figureOf(name: string): Figure {
  return { name: `${name}, ${connections} at once`, unit: '/s', reach: ['≥', 0.4], yardstick: 'bare transactions' }
}

/** Measures single events and events of twelve installments; the desk and the bare transaction take turns. */
export async function measureRegistrations(beside: Beside, sheet: Sheet, rounds: number): Promise<void> {
  const { database } = beside
  const { id_cliente_servico } = await database.prisma.clienteServico.findFirstOrThrow()
  const { id_tipo_servico } = await database.prisma.tipoServico.findFirstOrThrow()
  const common = { id_cliente_servico, id_tipo_servico, tipo: 'desconto', descricao: 'Dois dias sem sinal', valor: 100 }
  const bodies: Record<number, object> = {
    1: { ...common, parcelado: false, proximo_faturamento: true },
    12: {
      ...common,
      parcelado: true,
      numero_total_parcelas: 12,
      mes_primeira_parcela: 11,
      ano_primeira_parcela: 2026,
    },
  }
  await database.pool.query(bareTable)
  const desk = (rows: number) => () => beside.ask(path, bodies[rows])
  const bare = (rows: number) => bareRegistration(beside, rows, id_cliente_servico, id_tipo_servico)

  for (const [rows, figure] of figures) {
    const contenders = [
      { side: 'desk', register: desk(rows) },
      { side: 'yardstick', register: bare(rows) },
    ] as const
    for (const { register } of contenders) await perSecond(register, 3_000)
    for (let round = 0; round < rounds; round++) {
      for (const { side, register } of inTurn(contenders, round)) sheet.note(figure, side, await perSecond(register))
    }
  }
}

/** The ledger's columns, primary key and foreign keys to service and type, without its triggers and other indexes. */
const bareTable = `
CREATE TABLE bare_evento (LIKE evento_faturamento INCLUDING DEFAULTS, PRIMARY KEY (id_evento_faturamento),
  FOREIGN KEY (id_cliente_servico) REFERENCES cliente_servico, FOREIGN KEY (id_tipo_servico) REFERENCES tipo_servico)`

/** BEGIN, one INSERT of `rows` rows, COMMIT: without token, validation, audit record or remembered answer. */
function bareRegistration({ database }: Beside, rows: number, servico: number, tipo: number) {
  const tuples = Array.from(
    { length: rows },
    (_, index) => `($1, $2, $3, 'desconto', $4, 833, ${index + 1}, ${rows}, false, 1, 2027, now())`,
  )
  const name = `bare_evento_${rows}`
  const text = `INSERT INTO bare_evento (lancamento, id_cliente_servico, id_tipo_servico, tipo, descricao, valor_centavos, parcela,
       total_parcelas, proximo_faturamento, mes, ano, criado_em) VALUES ${tuples.join(', ')} RETURNING id_evento_faturamento`
  return async () => {
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query({ name, text, values: [randomUUID(), servico, tipo, 'Dois dias sem sinal'] })
      await client.query('COMMIT')
    } finally {
      client.release()
    }
  }
}
