import type { Sheet } from '../support/figure.ts'
import { quantile } from '../support/quantile.ts'
import type { Beside } from './servers.ts'

const events = 100_000
const pages = 200
const warmUp = 100
const limitMs = 40

/** Measures pages of a ledger of 100,000 events, requested one after another over HTTP with a session. */
export async function measureLedger({ database, ask }: Beside, sheet: Sheet): Promise<void> {
  await database.pool.query(
    `INSERT INTO evento_faturamento (lancamento, id_cliente_servico, id_tipo_servico, tipo, descricao, valor_centavos, parcela,
       total_parcelas, proximo_faturamento, usuario_id, token_id, criado_em)
     SELECT gen_random_uuid(), s.ids[1 + n % cardinality(s.ids)], (SELECT min(id_tipo_servico) FROM tipo_servico),
       CASE WHEN n % 3 = 0 THEN 'acrescimo' ELSE 'desconto' END::"TipoEvento", 'Dois dias sem sinal', 1 + n % 100000, 1, 1, true,
       CASE WHEN n % 50 = 0 THEN (SELECT id FROM usuario WHERE usuario = 'clara') END,
       CASE WHEN n % 50 <> 0 THEN (SELECT id FROM token WHERE nome = 'demo') END, now() - n * interval '5 minutes'
     FROM generate_series(1, ${events}) n, (SELECT array_agg(id_cliente_servico) AS ids FROM cliente_servico) s`,
  )
  await database.pool.query('ANALYZE evento_faturamento')
  const { id_cliente } = await database.prisma.cliente.findFirstOrThrow({ where: { servicos: { some: {} } } })
  const { id: clara } = await database.prisma.usuario.findFirstOrThrow({ where: { usuario: 'clara' } })
  const old = new Date(Date.now() - (events / 2) * 5 * 60_000)
  const kinds: Record<string, string> = {
    'the newest': '',
    'deep in the list': `apos=${old.getTime()}-1`,
    'of one customer': `cliente=${id_cliente}`,
    'of one author': `autor=usuario:${clara}`,
    'of one type': 'tipo=acrescimo',
    'of one month': `data_inicio=${day(old)}&data_fim=${day(new Date(old.getTime() + 30 * 86_400_000))}`,
  }
  for (let n = 0; n < warmUp; n++) await ask('/api/painel/faturamento')
  for (const [name, query] of Object.entries(kinds)) {
    const times: number[] = []
    for (let n = 0; n < pages; n++) {
      const begun = performance.now()
      await ask(`/api/painel/faturamento?${query}`)
      times.push(performance.now() - begun)
    }
    sheet.note({ name: `page of 50: ${name}, p99`, unit: 'ms', reach: ['≤', limitMs] }, 'desk', quantile(times, 0.99))
  }
  const begun = performance.now()
  await ask('/api/painel/faturamento/totais')
  sheet.note({ name: 'totals of all, asked beside the page', unit: 'ms' }, 'desk', performance.now() - begun)
}

const day = (date: Date) => date.toISOString().slice(0, 10)
