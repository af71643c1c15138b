import { hashToken } from '#server/acesso/recognizeToken'
import type { Database } from '#server/database/database'
import { applyMigrations } from '#server/database/migrate'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { quiet } from '../../support/embedded/folders.ts'
import { fillClientes } from '../../support/fillClientes.ts'

export const token = 'alo_token_of_the_desk_bench'
export const atendente = { usuario: 'agente', ramal: '101' }
/** The user name of an administrator, who may see every screen. */
export const administrador = 'administradora'

/**
 * Fills a desk's database: an agent, an administrator, a token and 20,000 customers. Returns 200 of their telephones.
 */
export async function prepare(database: Database): Promise<string[]> {
  const { pool } = database
  await applyMigrations(pool, 'prisma/migrations', quiet)
  await pool.query(
    `INSERT INTO usuario (usuario, nome, email, papel, ramal, identificador_interno)
     VALUES ($1, 'Agente', 'agente@alo.invalid', 'atendente', $2, 'agente01'), ($3, 'Administradora', 'administradora@alo.invalid', 'administrador', '201', 'admin01')`,
    [atendente.usuario, atendente.ramal, administrador],
  )
  await pool.query('INSERT INTO token (nome, hash, escopos) VALUES ($1, $2, $3)', ['bench', hashToken(token), ['pbx']])
  const clientes = [...generateClientes({ count: 20_000, seed: 7 })]
  await fillClientes(database, clientes)
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const cliente of clientes) {
    for (const given of [cliente.telefone_primario, cliente.telefone_secundario, cliente.telefone_terciario]) {
      const telefone = given?.replace(/\D/g, '') ?? ''
      if (seen.has(telefone)) shared.add(telefone)
      seen.add(telefone)
    }
  }
  // Only telephones of exactly one customer: then the window knows who calls, and one click opens the ticket.
  return [...seen].filter((telefone) => telefone !== '' && !shared.has(telefone)).slice(0, 200)
}
