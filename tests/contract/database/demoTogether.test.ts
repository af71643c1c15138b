import { expect, test } from 'vitest'
import { readConfig } from '#server/config'
import { applyMigrations } from '#server/database/migrate'
import { prepareDemo } from '#server/demo/prepareDemo'
import { openDesk } from '#server/openDesk'
import { quiet } from '../../support/embedded/folders.ts'
import { emptyDatabase } from '../../support/ownDatabase.ts'
import { templateKey } from '../../support/templateKey.ts'

test('two demos that start at once on an empty database fill it once', async () => {
  const { databaseUrl, remove } = await emptyDatabase()
  const config = { ...readConfig('demo', { CHAVE_SENHAS: templateKey }), dataDir: 'unused', databaseUrl }
  const open = () => openDesk(config, quiet, { role: 'server' })
  const one = await open()
  await applyMigrations(one.database.pool, 'prisma/migrations', quiet)
  const other = await open()
  try {
    await Promise.all([prepareDemo(one), prepareDemo(other)])
    const { rows } = await one.database.pool.query(
      `SELECT (SELECT count(*) FROM usuario)::int usuarios, (SELECT count(*) FROM tipo_servico)::int tipos,
              (SELECT count(*) FROM token)::int tokens, (SELECT count(*) FROM instalacao WHERE chave = 'demo')::int marks`,
    )
    expect(rows).toEqual([{ usuarios: 4, tipos: 6, tokens: 1, marks: 1 }])
  } finally {
    await one.database.close()
    await other.database.close()
    await remove()
  }
})
