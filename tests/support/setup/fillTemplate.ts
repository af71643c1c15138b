import { sealSenhas } from '#server/cliente/sealSenhas'
import { readConfig } from '#server/config'
import { applyMigrations } from '#server/database/migrate'
import { prepareDemo } from '#server/demo/prepareDemo'
import { openDesk } from '#server/openDesk'
import { quiet } from '../embedded/folders.ts'
import { templateKey } from '../templateKey.ts'

/** Fills the database that test files copy: migrated, with the demo's accounts, token and customers. */
export async function fillTemplate(databaseUrl: string): Promise<void> {
  const config = { ...readConfig('demo', { CHAVE_SENHAS: templateKey }), dataDir: 'unused', databaseUrl }
  const desk = await openDesk(config, quiet, { role: 'server' })
  await applyMigrations(desk.database.pool, 'prisma/migrations', quiet)
  await prepareDemo(desk)
  await sealSenhas(desk)
  await desk.database.close()
}
