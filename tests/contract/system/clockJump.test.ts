import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookAtClock } from '#server/database/clock'
import { openDatabase } from '#server/database/open'
import { startDesk } from '../../support/desk.ts'
import { quiet } from '../../support/embedded/folders.ts'
import { type OwnDatabase, ownDatabase } from '../../support/ownDatabase.ts'

const hour = 3_600_000
let own: OwnDatabase
let folder: string
beforeAll(async () => {
  own = await ownDatabase()
  folder = join(own.dataDir, 'backups')
  mkdirSync(folder)
  for (const days of [3, 2]) backup(new Date(Date.now() - days * 24 * hour))
  backup(new Date('2099-01-01T00:00:00Z'))
})
afterAll(() => own.remove())

/** Writes a backup file with that date in its name and first line; the file's modification time is another. */
function backup(made: Date): void {
  const criado_em = made.toISOString()
  const file = join(folder, `alo-${criado_em.replace(/[-:]|\.\d+/g, '')}.backup.gz`)
  writeFileSync(
    file,
    gzipSync(`#${JSON.stringify({ formato: 'alo-backup', versao: 1, alo: '0', criado_em, migracoes: [] })}\n`),
  )
  utimesSync(file, 0, 0)
}
const backups = () => readdirSync(folder).sort()

/**
 * Starts a desk whose record says when its clock was last seen (`last`), and since when it has not jumped (`since`).
 */
async function startAfter({ last, since }: { last: number; since: number }) {
  const database = await openDatabase({ ...own, role: 'server', log: quiet })
  const usuario_id = (await database.prisma.usuario.findFirstOrThrow()).id
  const old = new Date(Date.now() - 9_000 * 24 * hour)
  await database.prisma.ligacao.create({
    data: { id: randomUUID(), usuario_id, estado: 'fechada', notificada_em: old, tocada_em: old },
  })
  const valor = [last, since].map((at) => new Date(at).toISOString()).join(' ')
  await database.prisma.instalacao.upsert({
    where: { chave: 'relogio' },
    create: { chave: 'relogio', valor },
    update: { valor },
  })
  await database.close()
  const desk = await startDesk({
    dataDir: own.dataDir,
    databaseUrl: own.databaseUrl,
    backup: { folder, everyHours: 24, keep: 2 },
  })
  const said = (msg: string) => desk.log.filter((line) => line.msg.includes(msg)).length
  const calls = () => desk.database.prisma.ligacao.count()
  return { desk, said, calls }
}

test('a desk whose clock jumped days ahead deletes no old call and no backup, and logs the jump', async () => {
  const { desk, said, calls } = await startAfter({ last: Date.now() - 1_000 * 24 * hour, since: 0 })
  await expect.poll(() => said('backed up'), { timeout: 60_000 }).toBe(1)
  expect([await calls(), said('the clock jumped')]).toEqual([1, 1])
  expect(backups()).toHaveLength(4)
  await desk.stop()
}, 90_000)

test('a desk with a steady clock deletes old calls and old backups, by the date inside, but none dated ahead', async () => {
  const [oldest = '', older = '', made = '', ahead = ''] = backups()
  rmSync(join(folder, made))
  const { desk, said, calls } = await startAfter({ last: Date.now() - hour, since: Date.now() - 21 * hour })
  await expect.poll(calls, { timeout: 60_000 }).toBe(0)
  await expect.poll(backups, { timeout: 60_000 }).toEqual([older, expect.not.stringMatching(oldest), ahead])
  expect([said('neither counted nor removed'), said('the clock jumped')]).toEqual([1, 0])
  await desk.stop()
}, 90_000)

test('the clock check reports a jump back, but not the hours of a desk that was off for a night', async () => {
  // Without a running desk, which would also look at the clock.
  const database = await openDatabase({ ...own, role: 'server', log: quiet })
  const told: string[] = []
  const log = { ...quiet, warn: (_facts: object, message: string) => void told.push(message) }
  const start = Date.now()
  const look = (hours: number) => lookAtClock(database, new Date(start + hours * hour), log)
  await look(-6)
  expect(await look(14)).toBe(true)
  expect(told).toEqual([])
  expect(await look(-11)).toBe(false)
  expect(told).toEqual([expect.stringContaining('the clock jumped')])
  expect([await look(8), await look(9)]).toEqual([false, true])
  await database.close()
})
