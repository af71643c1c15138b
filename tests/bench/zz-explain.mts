import { openDatabase } from '/work/main/server/data/database/open.ts'
import { prepare } from '/work/main/tests/bench/ring/prepare.ts'
import { existsSync } from 'node:fs'
const q = { info(){}, warn(){}, error: console.error }
const dir = '/tmp/h-bench/explain'
const fresh = !existsSync(dir)
const db = await openDatabase({ dataDir: dir, role: 'server', log: q })
if (fresh) await prepare(db)
export { db }
import fs from 'node:fs'
const src = await import('/work/main/server/data/ligacao/facts.ts')
let text=''
src.factsReader({ prepared: (n: string, s: string) => { text = s; return async () => ({ rows: [{}] }) } } as any)
await db.pool.query('SELECT 1')
const c = await db.pool.connect()
await c.query(`PREPARE f (int, text, text, bigint, bigint, text[], text, timestamptz) AS ${text}`)
const tel = (await c.query('select chave from cliente_telefone limit 20')).rows.map((r) => r.chave)
for (let i = 0; i < 8; i++) {
  const t = performance.now()
  await c.query(`EXECUTE f (1, '10${10 + i}', null, null, null, array['${tel[i]}'], 'k${i}', now())`)
  console.log('exec', (performance.now() - t).toFixed(2))
}
const r = await c.query(`EXPLAIN (ANALYZE, BUFFERS) EXECUTE f (1, '1042', null, null, null, array['${tel[9]}'], 'k', now())`)
console.log(r.rows.map((x) => x['QUERY PLAN']).join('\n'))
c.release()
for (const [n, f] of [['facts', () => db.prepared('ff', text)([1, '1042', null, null, null, [tel[5]], 'k', new Date()])], ['select1', () => db.prepared('s1', 'select 1')([])]] as any) {
  for (let i = 0; i < 30; i++) await f()
  const t = performance.now(); for (let i = 0; i < 200; i++) await f(); console.log(n, ((performance.now() - t) / 200).toFixed(3), 'ms')
}
await db.close(); process.exit(0)
