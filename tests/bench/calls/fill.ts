import type { Database } from '#server/database/database'
import { applyMigrations } from '#server/database/migrate'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { quiet } from '../../support/embedded/folders.ts'
import { fillClientes } from '../../support/fillClientes.ts'

const clientes = 20_000
const agents = 20

/**
 * Inserts `calls` calls of twenty agents, five minutes apart. A third are missed, and some of those settled or attended
 * later. About half of all calls have a ticket, and most tickets are closed.
 */
export async function fillCalls(database: Database, calls: number): Promise<void> {
  await applyMigrations(database.pool, 'prisma/migrations', quiet)
  await fillClientes(database, generateClientes({ count: clientes, seed: 5 }))
  const run = (sql: string, values: unknown[] = []) => database.pool.query(sql, values)
  await run(
    `INSERT INTO usuario (usuario, nome, email, papel, ramal)
     SELECT 'a' || n, 'Atendente ' || n, 'a' || n || '@alo', 'atendente', (1000 + n)::text FROM generate_series(1, $1::int) n`,
    [agents],
  )
  await run(
    `INSERT INTO ligacao (id, usuario_id, ramal, telefone, telefone_chave, chave, id_cliente, estado, encerrada_por,
       notificada_em, tocada_em, aberta_em, exibida_em, atendida_em, encerrada_em, caida_em, tratada_em, tratada_por)
     SELECT gen_random_uuid(), u.ids[1 + abs(hashint8(n + 1)::bigint) % $2], '1', t.chave, t.chave, 'k' || n, t.id_cliente,
       (CASE WHEN n % 3 > 0 THEN 'fechada' WHEN n % 60 = 0 THEN 'perdida' WHEN n % 999 = 0 THEN 'expirada' ELSE 'cancelada' END)::"EstadoLigacao",
       'central', i.at, i.at, i.at, CASE WHEN n % 5 > 0 THEN i.at END,
       CASE WHEN n % 3 > 0 THEN i.at + interval '9 s' END, i.at + interval '3 min',
       CASE WHEN n % 3 > 0 AND n % 50 = 1 THEN i.at + interval '3 min' END,
       CASE WHEN n % 3 = 0 AND n % 4 = 0 THEN i.at + interval '1 hour' END, CASE WHEN n % 3 = 0 AND n % 4 = 0 THEN u.ids[1] END
     FROM generate_series(1, $1::int) n,
       (SELECT array_agg(id ORDER BY id) AS ids FROM usuario WHERE papel = 'atendente') u,
       LATERAL (SELECT now() - n * interval '5 minutes' AS at) i,
       (SELECT row_number() OVER () - 1 AS lugar, chave, id_cliente FROM cliente_telefone LIMIT 15000) t
     WHERE t.lugar = abs(hashint8(n)::bigint) % 15000`,
    [calls, agents],
  )
  await run(
    `INSERT INTO atendimento (protocolo, ligacao_id, id_cliente, usuario_id, descricao, estado, criado_em, atualizado_em, fechado_em)
     SELECT to_char(l.notificada_em, 'YYYYMMDD') || lpad((row_number() OVER (PARTITION BY to_char(l.notificada_em, 'YYYYMMDD') ORDER BY l.id))::text, 6, '0'),
       l.id, l.id_cliente, l.usuario_id,
       (ARRAY['Sem conexão desde ontem', 'Lentidão à noite, roteador reiniciado', 'Segunda via do boleto enviada', 'Mudança de endereço'])[1 + abs(hashtext(l.id::text)) % 4]
         || ' ' || md5(l.id::text) || repeat(' cliente orientado a testar por cabo', 3),
       (CASE WHEN l.notificada_em < now() - interval '2 days' THEN 'fechado' ELSE 'aberto' END)::"EstadoAtendimento",
       l.notificada_em, l.notificada_em, CASE WHEN l.notificada_em < now() - interval '2 days' THEN l.notificada_em END
     FROM ligacao l WHERE l.estado = 'fechada' AND l.id_cliente IS NOT NULL`,
  )
  await run(
    `UPDATE atendimento SET busca = translate(lower(descricao), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn')`,
  )
  await run('VACUUM FULL ANALYZE')
}
