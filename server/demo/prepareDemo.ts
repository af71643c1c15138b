import type { Auth } from '../acesso/rows/auth.ts'
import { tokenStore } from '../acesso/rows/tokens.ts'
import { usuarioStore } from '../acesso/rows/users.ts'
import { escopos } from '../acesso/rules.ts'
import { hashToken } from '../acesso/tokenGate.ts'
import { writeClientes } from '../cliente/rows/write.ts'
import { installation } from '../database/installation.ts'
import type { Database } from '../database/open.ts'
import { seedTiposServico } from '../faturamento/demoTiposServico.ts'
import { tipoServicoStore } from '../faturamento/rows/tiposServico.ts'
import { demoSenha, demoToken, demoUsuarios } from './accounts.ts'
import { generateDemoClientes } from './generate/demo.ts'

/** A database that holds real work must not be filled with demo accounts whose password everybody knows. */
export class NotADemoError extends Error {
  constructor() {
    super(
      'This database holds users that are not the demo’s. Give the demo a folder of its own with DATA_DIR, or unset DATABASE_URL.',
    )
    this.name = 'NotADemoError'
  }
}

/**
 * Fills an empty database with the demo's customers, accounts and token; a demo database is left as it is.
 * @throws NotADemoError for any other database
 */
export async function prepareDemo(database: Database, auth: Auth, dddPadrao: string | undefined): Promise<void> {
  const installed = installation(database)
  const users = usuarioStore(database, auth)
  if (!(await installed.isDemo())) {
    if ((await users.count()) > 0) throw new NotADemoError()
    // Noted first: what was interrupted half-way goes on at the next start.
    await installed.markDemo()
  }
  const tokens = tokenStore(database)
  if ((await tokens.byHash(hashToken(demoToken), new Date())) !== null) return
  await writeClientes(database, [...generateDemoClientes()], { dddPadrao })
  await seedTiposServico(tipoServicoStore(database))
  const known = new Set((await users.list()).map(({ usuario }) => usuario))
  for (const usuario of demoUsuarios) {
    if (!known.has(usuario.usuario)) await users.create({ ...usuario, senha: demoSenha })
  }
  // Last: its presence says that all the rest is there.
  await tokens.create({ nome: 'demo', hash: hashToken(demoToken), escopos: [...escopos], expira_em: null })
}
