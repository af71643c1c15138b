import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { bringUpToDate, pendingMigrations } from '#server/database/migrate'
import { openDatabase } from '#server/database/open'
import { quiet } from '../../support/embedded/folders.ts'
import { emptyDatabase } from '../../support/ownDatabase.ts'

test('a role that is no superuser and owns its database is enough: it is made, and its record forgets', async () => {
  const { databaseUrl, remove } = await emptyDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-owner-'))
  const superuser = new pg.Client(inject('base').url)
  await superuser.connect()
  const own = new URL(databaseUrl)
  const name = own.pathname.slice(1)
  own.username = `owner_of_${name}`
  await superuser.query(`CREATE ROLE ${own.username} LOGIN; ALTER DATABASE ${name} OWNER TO ${own.username}`)
  const database = await openDatabase({ databaseUrl: own.href, dataDir, log: quiet, role: 'server' })
  try {
    const { rows } = await database.pool.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user')
    expect(rows).toEqual([{ rolsuper: false }])
    await bringUpToDate(database.pool, quiet)
    expect(await pendingMigrations(database.pool)).toEqual([])
    await database.pool.query(`INSERT INTO auditoria (acao, quando) VALUES ('antes', '2020-01-01'), ('agora', now())`)
    expect((await database.pool.query('SELECT esquecer_auditoria(now(), 100) AS n')).rows).toEqual([{ n: 1 }])
    await expect(database.pool.query('DELETE FROM auditoria')).rejects.toThrow('append-only')
  } finally {
    await database.close()
    await remove()
    await superuser.query(`DROP ROLE ${own.username}`)
    await superuser.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
