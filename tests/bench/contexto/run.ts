import { randomUUID } from 'node:crypto'
import { readContexto } from '#server/contexto/readContexto'
import type { Database } from '#server/database/database'
import { applyMigrations } from '#server/database/migrate'
import { readLinhaDoTempo } from '#server/historico/readLinhaDoTempo'
import { linhaDoTempoQuery } from '#server/historico/wire'
import { deskOver } from '../../support/deskOver.ts'
import { quiet } from '../../support/embedded/folders.ts'
import type { Bench } from '../support/bench.ts'
import type { Sheet } from '../support/figure.ts'
import { onDatabase } from '../support/onDatabase.ts'
import { quantile } from '../support/quantile.ts'

const rounds = 1_000
const warmUps = 20

export const title = 'What a window tells of its customer, at 100,000 customers'

/** The database has 100,000 tickets and billing events too, and 300,000 calls. */
export const run = ({ sheet }: Bench): Promise<void> =>
  onDatabase(async (database) => {
    await applyMigrations(database.pool, 'prisma/migrations', quiet)
    await database.pool.query(filling)
    await database.pool.query('VACUUM ANALYZE')
    await measure(database, sheet)
  })

/**
 * Customer 1 has eight services, 3,000 calls within thirty days, 1,000 tickets and 3,000 billing events; the other
 * customers share the rest.
 */
const filling = `
  INSERT INTO usuario (usuario, nome, email) VALUES ('ana', 'Ana', 'ana@bench.invalid'), ('bruno', 'Bruno', 'bruno@bench.invalid');
  INSERT INTO tipo_servico (descricao, display) VALUES ('Taxa', 'Taxa');
  INSERT INTO interface (nome, tipo) SELECT 'OLT-' || n || ' PON 0/1/' || n, 'gpon' FROM generate_series(1, 500) n;
  INSERT INTO equipamento (nome, ipv4) SELECT 'OLT-' || n, '10.0.0.1' FROM generate_series(1, 50) n;
  INSERT INTO cliente (id_cliente, codigo_cliente, nome_razaosocial, tipo_pessoa, cpf_cnpj, data_cadastro, busca)
    SELECT n, n, 'Cliente ' || n, 'pf', '00000000000', '2020-01-01', 'cliente ' || n FROM generate_series(1, 100000) n;
  INSERT INTO cliente_servico (id_cliente_servico, id_cliente, id_servico, numero_plano, nome, valor, status, status_prefixo,
      tecnologia, login, senha_cifrada, ipv4, id_interface, id_equipamento_conexao)
    SELECT n, greatest(1, n - 7), 1, 1, 'Fibra', 99.9, 'Serviço Habilitado', 'servico_habilitado', 'FTTH', 'l' || n, 's', '', 1 + n % 500, 1 + n % 50
    FROM generate_series(1, 100007) n;
  INSERT INTO porta_atendimento SELECT n, n % 16, 'CTO-' || n / 16 FROM generate_series(1, 100007) n;
  INSERT INTO status_conexao SELECT n, true, '2026-01-01', NULL, '100.64.0.1' FROM generate_series(1, 100007) n;
  INSERT INTO ligacao (id, usuario_id, telefone_chave, id_cliente, id_cliente_notificado, estado, notificada_em, tocada_em)
    SELECT gen_random_uuid(), 1 + n % 2, 'k' || c, CASE WHEN n % 7 > 0 THEN c END, c, 'fechada', at, at
    FROM (SELECT n, CASE WHEN n <= 3000 THEN 1 ELSE 2 + n % 99999 END AS c,
      now() - CASE WHEN n <= 3000 THEN n * interval '10 minutes' ELSE n % 1000 * interval '1 day' END AS at FROM generate_series(1, 300000) n) x;
  INSERT INTO atendimento (protocolo, id_cliente, usuario_id, descricao, estado, criado_em, atualizado_em)
    SELECT lpad(n::text, 14, '0'), CASE WHEN n <= 1000 THEN 1 ELSE 2 + n % 99999 END, 1 + n % 2, repeat('palavras ', 40),
      CASE WHEN n % 10 = 0 THEN 'aberto' ELSE 'fechado' END::"EstadoAtendimento", now(), now() FROM generate_series(1, 100000) n;
  INSERT INTO evento_faturamento (lancamento, id_cliente_servico, id_tipo_servico, tipo, descricao, valor_centavos, parcela,
      total_parcelas, proximo_faturamento, mes, ano)
    SELECT gen_random_uuid(), CASE WHEN n <= 3000 THEN 1 + n % 8 ELSE 9 + n % 99999 END, 1, 'acrescimo', 'Taxa', 100, 1, 1, false, 1 + n % 12,
      2025 + n % 4 FROM generate_series(1, 100000) n;
`

async function measure(database: Database, sheet: Sheet): Promise<void> {
  const desk = deskOver(database, {})
  const kinds: [string, (n: number) => [id_cliente: number | null, chave: string]][] = [
    ['any customer', (n) => [2 + ((n * 7919) % 99_999), `k${2 + ((n * 7919) % 99_999)}`]],
    ['any telephone, nobody known', (n) => [null, `k${2 + ((n * 7919) % 99_999)}`]],
    ['the customer with thousands of everything', () => [1, 'k1']],
  ]
  for (const [kind, of] of kinds) {
    const times: number[] = []
    for (let n = 0; n < rounds + warmUps; n++) {
      const id = randomUUID()
      await database.pool.query(
        `INSERT INTO ligacao (id, usuario_id, id_cliente, id_cliente_notificado, telefone_chave, estado, notificada_em, tocada_em)
         VALUES ($1, 1, $2, $2, $3, 'fechada', now(), now())`,
        [id, ...of(n)],
      )
      const before = performance.now()
      await readContexto(desk, { usuarioId: 1, ip: '127.0.0.1', allWords: false }, id)
      if (n >= warmUps) times.push(performance.now() - before)
    }
    sheet.note({ name: `${kind}, p50`, unit: 'ms' }, 'desk', quantile(times, 0.5))
    sheet.note({ name: `${kind}, p99`, unit: 'ms', reach: ['≤', 40] }, 'desk', quantile(times, 0.99))
  }
  await measureLinha(database, sheet)
}

/** Measures pages of the timeline as a supervisor reads them; the audit record gets one entry per customer. */
async function measureLinha(database: Database, sheet: Sheet): Promise<void> {
  const desk = deskOver(database, {})
  const whom = { usuarioId: 1, papel: 'supervisor', ip: '127.0.0.1' } as const
  const read = (id_cliente: number, query: object = {}) =>
    readLinhaDoTempo(desk, whom, id_cliente, linhaDoTempoQuery.parse(query))
  const middle = `${Date.now() - 20 * 86_400_000}-a1`
  const kinds: [string, (n: number) => Promise<unknown>][] = [
    ['a page of any customer’s timeline', (n) => read(2 + ((n * 7919) % 99_999))],
    ['of that with thousands, the first', () => read(1)],
    ['of that with thousands, one in the middle', () => read(1, { apos: middle })],
  ]
  for (const [kind, page] of kinds) {
    const times: number[] = []
    for (let n = 0; n < rounds + warmUps; n++) {
      const before = performance.now()
      await page(n)
      if (n >= warmUps) times.push(performance.now() - before)
    }
    sheet.note({ name: `${kind}, p50`, unit: 'ms' }, 'desk', quantile(times, 0.5))
    sheet.note({ name: `${kind}, p99`, unit: 'ms', reach: ['≤', 40] }, 'desk', quantile(times, 0.99))
  }
}
