import { randomUUID } from 'node:crypto'
import { print, printTable } from '../support/print.ts'
import { median } from '../support/quantile.ts'
import { type Beside, connections } from './servers.ts'

const roundMs = 1_500
const path = '/api/v1/integracao/financeiro/evento_faturamento'

/** Registers events for a while from several connections at once; gives events a second. */
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

/** Alternates both contenders, single events and events of twelve installments; false when a target was missed. */
export async function measureRegistrations(beside: Beside, target: number, rounds: number): Promise<boolean> {
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

  const table = [['', 'desk', 'bare', 'ratio', 'target', '']]
  let reached = true
  for (const rows of [1, 12]) {
    const contenders = [desk(rows), bare(rows)] as const
    for (const contender of contenders) await perSecond(contender, 3_000)
    const figures: [number[], number[]] = [[], []]
    for (let n = 0; n < rounds; n++) {
      for (const who of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        figures[who].push(await perSecond(contenders[who]))
      }
    }
    const [ours, theirs] = figures.map(median) as [number, number]
    const holds = ours / theirs >= target
    reached &&= holds
    const name = rows === 1 ? 'single events' : `events of ${rows} installments`
    table.push([
      name,
      `${ours.toFixed(0)}/s`,
      `${theirs.toFixed(0)}/s`,
      (ours / theirs).toFixed(2),
      `>= ${target}`,
      holds ? 'reached' : 'MISSED',
    ])
  }
  printTable(table)
  print(`  ${connections} connections each, medians of ${rounds} rounds`)
  return reached
}

/** The ledger's columns, its primary key and its references to service and type; none of its triggers and other indexes. */
const bareTable = `
CREATE TABLE bare_evento (LIKE evento_faturamento INCLUDING DEFAULTS, PRIMARY KEY (id_evento_faturamento),
  FOREIGN KEY (id_cliente_servico) REFERENCES cliente_servico, FOREIGN KEY (id_tipo_servico) REFERENCES tipo_servico)`

/** BEGIN, one INSERT of so many rows, COMMIT: no token, no judgement, no record, no answer to remember. */
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
