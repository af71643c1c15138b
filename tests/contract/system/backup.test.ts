import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setInterval } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { flushTokenUses } from '#server/acesso/recognizeToken'
import { restoreBackup } from '#server/database/backup/restoreBackup'
import { ownMigrations } from '#server/database/migrations/folder'
import { openDatabase } from '#server/database/open'
import { listAbertas } from '#server/ligacao/agentLigacao'
import { flushShown, reportShown } from '#server/ligacao/reportShown'
import { command, type Place, type Ran, settingsOf, startCommand } from '../../support/cliRun.ts'
import { startDesk, type TestDesk } from '../../support/desk.ts'
import { quiet } from '../../support/embedded/folders.ts'
import { writeMigration } from '../../support/embedded/migrations.ts'
import { emptyDatabase, ownDatabase } from '../../support/ownDatabase.ts'
import { bringKey, templateKey } from '../../support/templateKey.ts'

/** Backups of a running desk, and restoring them. */
const folder = mkdtempSync(join(tmpdir(), 'alo-backup-'))
const file = join(folder, 'alo.backup.gz')
let desk: TestDesk
let cookie: string
let made: Ran

beforeAll(async () => {
  desk = await startDesk()
  cookie = await desk.cookie('ana')
  await desk.notify({
    ramal: 101,
    telefone: '37999990001',
    ligacao_params: { uniqueid: 'antes', emoji: '☎\\ "é"\n\t' },
  })
  // A call that a screen has shown stays open, however slow the machine is.
  const ana = await desk.idOf('ana')
  for (const { id } of (await listAbertas(desk.desk, ana)).ligacoes) reportShown(desk.desk, ana, id)
  await flushShown(desk.desk)
  await flushTokenUses(desk.desk)
  // PostgreSQL keeps json as it was written, with line breaks between its values.
  await desk.database.pool.query(
    `INSERT INTO rastro (quando, chaves, pedidos) VALUES (now() - interval '1 day', '{}', E'[\n  {"linha": "a\\\\nb"}\n]')`,
  )
  made = await command(desk.config, 'backup', file)
})
afterAll(async () => {
  await desk?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const bareFolder = (): string => mkdtempSync(join(folder, 'new-'))
/** A new data folder that contains the key. */
function newFolder(): { dataDir: string } {
  const dataDir = bareFolder()
  bringKey(dataDir)
  return { dataDir }
}
/** An empty database and an empty data folder. */
async function emptyPlace(): Promise<{ dataDir: string; databaseUrl: string }> {
  const { databaseUrl, remove } = await emptyDatabase()
  onTestFinished(remove)
  return { ...newFolder(), databaseUrl }
}

/** Every row of every table, as text. */
async function contents(place: Place): Promise<Record<string, string[]>> {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const database = await openDatabase({
    dataDir: place.dataDir ?? '',
    databaseUrl: place.databaseUrl,
    log,
    role: 'cli',
  })
  try {
    const { rows } = await database.pool.query<{ nome: string }>(
      `SELECT relname AS nome FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND relname NOT IN ('_prisma_migrations', 'sessao') ORDER BY 1`,
    )
    const found: Record<string, string[]> = {}
    for (const { nome } of rows) {
      const { rows: lines } = await database.pool.query<{ linha: string }>(
        `SELECT row_to_json(t)::text AS linha FROM ${pg.escapeIdentifier(nome)} t ORDER BY 1`,
      )
      found[nome] = lines.map(({ linha }) => linha)
    }
    return found
  } finally {
    await database.close()
  }
}

const linesOf = (path: string) => gunzipSync(readFileSync(path)).toString().split('\n')

describe('backup', () => {
  test('is readable by its owner only, contains no session, and leaves no temporary file', () => {
    expect(made).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringMatching(/^\d+ rows backed up\. .*key elsewhere\.\n$/),
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(readdirSync(desk.config.dataDir).filter((name) => name.startsWith('copia-'))).toEqual([])
    const secret = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? ''
    expect(secret).not.toBe('')
    expect(linesOf(file).join('\n')).not.toContain(secret)
  })

  test('overwrites no file, and creates no database where there is none', async () => {
    const before = readFileSync(file)
    expect(await command(desk.config, 'backup', file)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/exists/),
    })
    expect(readFileSync(file).equals(before)).toBe(true)
    const dataDir = join(folder, 'nowhere')
    const none = await command({ dataDir }, 'backup', join(folder, 'none.gz'))
    expect(none).toMatchObject({ code: 1, err: expect.stringMatching(/There is no database/) })
    expect(existsSync(dataDir)).toBe(false)
  })

  test('runs while calls come in, and contains a call that was acknowledged before it began', async () => {
    const held = await desk.notify({ ramal: 102, ligacao_params: { uniqueid: 'pouco antes' } })
    const under = join(folder, 'under.gz')
    // The backup runs in its own process, so that its work does not block the desk's.
    const { child, ran } = startCommand(['backup', under], { env: settingsOf(desk.config) })
    const later: number[] = []
    // As fast as they can, the calls would take the processors from the backup.
    for await (const _ of setInterval(20)) {
      if (child.exitCode !== null) break
      const uniqueid = `durante ${later.length}`
      later.push((await desk.notify({ ramal: 102, ligacao_params: { uniqueid } })).status)
    }
    expect((await ran).code).toBe(0)
    expect(new Set(later)).toEqual(new Set([200]))
    const target = await emptyPlace()
    expect(await command(target, 'restore', under)).toMatchObject({ code: 0 })
    const { ligacao = [] } = await contents(target)
    expect(ligacao.filter((row) => row.includes(String(held.headers['x-ligacao-id'])))).toHaveLength(1)
  })
})

describe('restore', () => {
  test('restores the same rows into the embedded database and into a server, and a desk works on them', async () => {
    const backed = JSON.parse((linesOf(file).at(-2) ?? '#').slice(1)).linhas
    const embedded = newFolder()
    expect(await command(embedded, 'restore', file)).toMatchObject({ code: 0 })
    const counts = Object.entries(await contents(embedded)).map(([table, rows]) => [table, rows.length])
    expect(Object.fromEntries(counts)).toEqual(backed)
    const moved = join(folder, 'moved.gz')
    expect(await command(embedded, 'backup', moved)).toMatchObject({ code: 0 })
    expect(linesOf(moved).slice(1, -2)).toEqual(linesOf(file).slice(1, -2))

    const place = await emptyPlace()
    expect(await command(place, 'restore', moved)).toMatchObject({ code: 0 })
    const restored = await startDesk(place)
    onTestFinished(() => restored.stop())
    const screen = await restored.screen('ana')
    expect(screen.first.ligacoes.map(({ telefone }) => telefone)).toContain('37999990001')
    const answer = await restored.notify({ ramal: 101, id_cliente: 1, ligacao_params: { uniqueid: 'depois' } })
    expect(answer.status).toBe(200)
    await expect(restored.database.pool.query('DELETE FROM auditoria')).rejects.toThrow(/auditoria/)
    const { rows } = await restored.database.pool.query(
      `INSERT INTO usuario (usuario, nome, email) VALUES ('nova', 'Nova', 'nova@alo') RETURNING id`,
    )
    const fila = await restored.database.pool.query('SELECT 1 FROM fila_ligacoes WHERE usuario_id = $1', [rows[0]?.id])
    expect(fila.rowCount).toBe(1)
    expect((await restored.send({ path: '/api/painel/eu', headers: { cookie } })).status).toBe(401)
  }, 120_000)

  test('restores nothing without the key that the backup names but does not contain', async () => {
    const place = await emptyPlace()
    const bare = { ...place, dataDir: bareFolder() }
    const content = gunzipSync(readFileSync(file)).toString()
    expect(content).not.toContain(templateKey)
    const [, id = ''] = /"chaves":\["([0-9a-f]{8})"\]/.exec(content) ?? []
    expect(content).toContain(`"senha_cifrada":"v1.${id}.`)
    const refused = await command(bare, 'restore', file)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain(`with the key ${id}, and no key is at hand. Set CHAVE_SENHAS to it, or bring`)
    writeFileSync(join(bare.dataDir, 'chave-senhas'), `${Buffer.alloc(32, 3).toString('base64')}\n`, { mode: 0o600 })
    expect((await command(bare, 'restore', file)).err).toMatch(/the keys at hand are others/)
    bringKey(bare.dataDir)
    expect(await command(bare, 'restore', file)).toMatchObject({ code: 0 })
    const lines = (await command(bare, 'clientes', 'export', '--format', 'jsonl')).out.trim().split('\n')
    const passwords = lines.flatMap((line) => JSON.parse(line).servicos.map(({ senha }: { senha: string }) => senha))
    expect(passwords.length).toBeGreaterThan(10)
    for (const senha of passwords) expect(senha).toMatch(/^(?!v1\.).+/)
  })

  test('refuses a database that is not empty, and changes nothing in it', async () => {
    const rows = async () => {
      const { token: _lastUses, instalacao: _lastHeard, ...rest } = await contents(desk.config)
      return rest
    }
    const before = await rows()
    const answer = await command(desk.config, 'restore', file)
    expect(answer).toMatchObject({ code: 1, err: expect.stringMatching(/A desk runs|is not empty/) })
    const own = await ownDatabase()
    onTestFinished(own.remove)
    expect(await command(own, 'restore', file)).toMatchObject({ code: 1, err: expect.stringMatching(/not empty/) })
    expect(await rows()).toEqual(before)
  })

  test('that can only not bring its rows to this version says that they are all in, and what to do', async () => {
    const migrations = join(folder, 'migrations')
    cpSync(ownMigrations, migrations, { recursive: true })
    writeMigration(migrations, '29990101000000_amanha', 'SELECT 1 / 0')
    const place = await emptyPlace()
    const { pool, keys, close } = await openDatabase({ ...place, log: quiet, role: 'cli' })
    onTestFinished(close)
    const pieces = Readable.from([gunzipSync(readFileSync(file))])
    const failed = restoreBackup(pool, pieces, { migrations, keys, log: quiet })
    await expect(failed).rejects.toThrow(/^All \d+ rows are in, .*start the desk.*division by zero/s)
    expect((await contents(place)).ligacao).toHaveLength(1)
  })

  test('lets only one of two simultaneous restores fill the database, and refuses the other', async () => {
    const target = await emptyPlace()
    const both = await Promise.all([command(target, 'restore', file), command(target, 'restore', file)])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
    expect(both.find(({ code }) => code === 1)?.err).toMatch(/Another restore fills this database now|not empty/)
    const { ligacao = [] } = await contents(target)
    expect(ligacao).toHaveLength(1)
  })

  test('refuses a damaged, truncated or foreign file and one of a newer Alô, and leaves the database empty', async () => {
    const place = await emptyPlace()
    const watching = new pg.Client(place.databaseUrl)
    await watching.connect()
    const refused = async (content: Buffer, why: RegExp) => {
      const bad = join(folder, 'bad.gz')
      writeFileSync(bad, content)
      expect(await command(place, 'restore', bad)).toMatchObject({ code: 1, err: expect.stringMatching(why) })
      // The command ends after its restore has rolled back: the next restore need not wait for it.
      const atWork = `SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'alo restore' AND datname = current_database()`
      expect((await watching.query(atWork)).rows).toEqual([{ count: 0 }])
    }
    const whole = readFileSync(file)
    const text = gunzipSync(whole).toString()
    await refused(whole.subarray(0, whole.length / 2), /cut short/)
    await refused(gzipSync(text.slice(0, text.length / 2)), /damaged: rows/)
    await refused(gzipSync(Buffer.concat([Buffer.from(text), Buffer.from([0xff])])), /damaged: it is not UTF-8.*\n$/)
    await refused(gzipSync(text.replace('37999990001', '37999990002')), /checksum/)
    await refused(
      gzipSync(text.replace('"migracoes":[', '"migracoes":["29990101000000_amanha",')),
      /newer Alô .*its migrations \(29990101000000_amanha…/,
    )
    await refused(gzipSync(text.replace('"versao":1', '"versao":2')), /newer Alô .*its format \(2\)/)
    await refused(gzipSync('{"clientes": []}'), /not a backup/)
    await refused(Buffer.from('{"clientes": []}'), /no backup of Alô/)
    await refused(Buffer.concat([whole, gzipSync(text)]), /damaged: it goes on after its end/)
    // After all the refused files, the good backup can still be restored.
    expect(await command(place, 'restore', file)).toMatchObject({ code: 0 })
    await watching.end()
  }, 120_000)
})

describe('automatic backups', () => {
  // A desk deletes old backups only once it has trusted its clock for a day: see clockJump.test.ts.
  test('the desk makes a backup when the newest is too old, and deletes only a leftover draft', async () => {
    const kept = join(folder, 'kept')
    mkdirSync(kept)
    const before = ['alo-20200101T000000Z.backup.gz', 'alo-20200102T000000Z.backup.gz']
    const another = 'alo-antes-da-mudanca.backup.gz'
    for (const name of [...before, `${before[0]}.1.part`, another]) {
      const head = { formato: 'alo-backup', versao: 1, alo: '0', criado_em: '2020-01-01T00:00:00.000Z', migracoes: [] }
      writeFileSync(join(kept, name), gzipSync(`#${JSON.stringify(head)}\n`))
    }
    const working = await startDesk({ backup: { folder: kept, everyHours: 1, keep: 2 } })
    onTestFinished(() => working.stop())
    await expect
      .poll(() => working.log.filter(({ msg }) => msg === 'backed up').length, { timeout: 60_000 })
      .toBeGreaterThan(0)
    await expect.poll(() => readdirSync(kept)).toEqual([...before, expect.stringMatching(/^alo-2[^-]+Z/), another])
    const [, , made = ''] = readdirSync(kept)
    expect(await command(await emptyPlace(), 'restore', join(kept, made))).toMatchObject({ code: 0 })
  })

  test('the desk logs a failed backup, and counts it in its metrics', async () => {
    const file = join(folder, 'no folder')
    writeFileSync(file, '')
    const working = await startDesk({ backup: { folder: file, everyHours: 1, keep: 2 } })
    onTestFinished(() => working.stop())
    const failures = async () => (await working.send({ path: '/metrics' })).text.match(/^alo_chore_failures.*/gm)
    await expect.poll(failures).toEqual(['alo_chore_failures{chore="back up"} 1'])
    expect(working.expectErrors()).toEqual([expect.objectContaining({ msg: 'a chore failed', chore: 'back up' })])
  })
})
