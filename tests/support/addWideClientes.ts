import type { Database } from '#server/database/database'

/**
 * Adds customers in one statement, for lists too long to be sent at once: each fills as many bytes of the list as one
 * with its services does, at a tenth of what it costs to generate and to seal those.
 */
export async function addWideClientes(database: Database, count: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO cliente
       (id_cliente, codigo_cliente, nome_razaosocial, tipo_pessoa, cpf_cnpj, inscricao_municipal, data_cadastro, busca)
     SELECT 100000 + n, 100000 + n, 'Cliente ' || n, 'pj', '', repeat('larga ', 500),
       timestamp '2013-01-01' + n * interval '1 day', ''
     FROM generate_series(1, $1::int) n`,
    [count],
  )
}
