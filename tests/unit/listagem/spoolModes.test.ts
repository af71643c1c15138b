import { fstatSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Spool } from '#server/listagem/rows/spool'

test('the file of a list has no name in its folder and is its owner’s alone, whatever the umask', async () => {
  const home = mkdtempSync(join(tmpdir(), 'alo-test-'))
  const umask = process.umask(0)
  onTestFinished(() => {
    process.umask(umask)
    rmSync(home, { recursive: true, force: true })
  })
  const folder = join(home, 'listas')
  const spool = await Spool.open(folder)
  const letGo = spool.hold()
  await spool.append(Buffer.from('senha'))
  expect(readdirSync(folder)).toEqual([])
  expect([statSync(folder).mode & 0o777, fstatSync(spool.file).mode & 0o777]).toEqual([0o700, 0o600])
  letGo()
})

test('a list that failed cannot become whole later, and a whole list cannot fail later', async () => {
  const home = mkdtempSync(join(tmpdir(), 'alo-test-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const [cut, whole] = [await Spool.open(home), await Spool.open(home)]
  const letGo = [cut.hold(), whole.hold()]
  for (const spool of [cut, whole]) await spool.append(Buffer.from('{'))
  cut.fail(new Error('cut'))
  cut.finish()
  await expect(cut.whole()).rejects.toThrow('cut')
  whole.finish()
  whole.fail(new Error('late'))
  await whole.whole()
  expect([cut.state, whole.state]).toEqual(['failed', 'whole'])
  for (const each of letGo) each()
})
