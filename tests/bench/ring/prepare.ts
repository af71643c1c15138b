import { hashToken } from '#server/acesso/recognizeToken'
import { openClienteWriter } from '#server/cliente/rows/write'
import type { Database } from '#server/database/database'
import { applyMigrations } from '#server/database/migrate'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { maxAgents, ramalOf, sessionOf, token } from './agents.ts'
import { clientes } from './calls.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: console.error }
const batch = 500

/** A database as a desk of a thousand agents has it: users signed in, a token, ten thousand customers. */
export async function prepare(database: Database): Promise<void> {
  const { pool } = database
  await applyMigrations(pool, 'prisma/migrations', quiet)
  const agents = Array.from({ length: maxAgents }, (_, agent) => agent)
  await pool.query(
    `INSERT INTO usuario (usuario, nome, email, ramal, identificador_interno)
     SELECT 'agente' || r, 'Agente ' || r, 'agente' || r || '@alo.invalid', r, 'ag' || r FROM unnest($1::text[]) r`,
    [agents.map(ramalOf)],
  )
  await pool.query(
    `INSERT INTO sessao (token, usuario_id, expira_em)
     SELECT s.token, u.id, now() + interval '7 days' FROM unnest($1::text[], $2::text[]) s (token, ramal) JOIN usuario u USING (ramal)`,
    [agents.map(sessionOf), agents.map(ramalOf)],
  )
  await pool.query('INSERT INTO token (nome, hash, escopos) VALUES ($1, $2, $3)', ['bench', hashToken(token), ['pbx']])
  await pool.query(
    'CREATE TABLE bare_ligacao (id uuid PRIMARY KEY, ramal text, telefone text, ligacao_params text, notificada_em timestamptz)',
  )
  const writer = openClienteWriter(database)
  let gathered: Parameters<typeof writer.write>[0] = []
  for (const cliente of generateClientes(clientes)) {
    gathered.push(cliente)
    if (gathered.length < batch) continue
    await writer.write(gathered)
    gathered = []
  }
  await writer.write(gathered)
}

/** Closes every open window, as agents do, so that none has more of them than an agent would. */
export const closeWindows = ({ pool }: Database) =>
  // In the order in which the desk holds what was shown: neither waits for the other in a circle.
  pool.query(`UPDATE ligacao SET estado = 'fechada', encerrada_em = now(), versao = versao + 1
    WHERE id IN (SELECT id FROM ligacao WHERE estado = 'aberta' ORDER BY id FOR UPDATE)`)
