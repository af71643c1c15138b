import { hashToken } from '../acesso/recognizeToken.ts'
import { hashSenha } from '../acesso/rows/auth.ts'
import { insertUsuario } from '../acesso/rows/changeUsuario.ts'
import { createToken, tokensByHash } from '../acesso/rows/tokens.ts'
import { countUsuarios, listUsuarios } from '../acesso/rows/users.ts'
import { escopo } from '../acesso/wire.ts'
import { writeClientes } from '../cliente/rows/write/writeClientes.ts'
import { UnfitDatabaseError } from '../database/away.ts'
import { isDemo, markDemo } from '../database/installation.ts'
import { migratingAlone } from '../database/migrate.ts'
import type { Desk } from '../desk.ts'
import { createTipoServico, listTiposServico } from '../faturamento/rows/tiposServico.ts'
import type { NewTipoServico } from '../faturamento/wire/tipoServico.ts'
import { demoSenha, demoToken, demoUsuarios } from './accounts.ts'
import { generateDemoClientes } from './demoClientes.ts'

/**
 * A demo's passwords are public, so `npm start` refuses a demo's database, and a demo refuses one with real users.
 * @throws UnfitDatabaseError
 */
export async function demandMode({ config: { mode }, database }: Desk): Promise<void> {
  const demo = await isDemo(database)
  if (mode === 'production' && demo)
    throw new UnfitDatabaseError(
      'This is a demo database, whose passwords everybody knows. Set DATA_DIR or DATABASE_URL to another one, or run npm run demo.',
    )
  if (mode === 'demo' && !demo && (await countUsuarios(database)) > 0)
    throw new UnfitDatabaseError(
      'This database holds users that are not the demo’s. Give the demo a folder of its own with DATA_DIR, or unset DATABASE_URL.',
    )
}

/** What an internet provider charges and returns besides the plan itself. */
const demoTiposServico: readonly NewTipoServico[] = [
  { descricao: 'Mensalidade', display: 'Mensalidade' },
  { descricao: 'Visita técnica', display: 'Visita técnica' },
  { descricao: 'Taxa de instalação', display: 'Instalação' },
  { descricao: 'Mudança de endereço', display: 'Mudança de endereço' },
  { descricao: 'Desconto por indisponibilidade', display: 'Indisponibilidade' },
  { descricao: 'Multa por quebra de fidelidade', display: 'Multa de fidelidade' },
]

/**
 * Fills an empty database with the demo's customers, accounts and token; a demo database is left as it is. Of two that
 * start at once on one database, the second waits for the first.
 */
export const prepareDemo = (desk: Desk): Promise<void> => migratingAlone(desk.database.pool, () => fill(desk))

async function fill(desk: Desk): Promise<void> {
  const { config, database } = desk
  // Marked first: if this is interrupted half-way, the next start goes on.
  if (!(await isDemo(database))) await markDemo(database)
  const hashed = hashToken(demoToken)
  if ((await tokensByHash(database, [hashed], desk.now())).has(hashed)) return
  await writeClientes(database, [...generateDemoClientes()], { dddPadrao: config.dddPadrao })
  if ((await listTiposServico(database)).length === 0)
    for (const tipo of demoTiposServico) await createTipoServico(database, null, tipo)
  const known = new Set((await listUsuarios(database)).map(({ usuario }) => usuario))
  // Hashed once: four hashes of the same password would take half of the whole time.
  const hash = await hashSenha(desk, demoSenha)
  for (const usuario of demoUsuarios)
    if (!known.has(usuario.usuario)) await insertUsuario(database, { ...usuario, hash })
  // Made last: the token's presence says that all the rest is there.
  await createToken(database, {
    nome: 'demo',
    hash: hashed,
    escopos: [...escopo.options],
    expira_em: null,
  })
}
