import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bringUpToDate } from '#server/database/migrate'
import { openDatabase } from '#server/database/open'
import { command, settingsOf, startCommand } from '../../support/cliRun.ts'
import { quiet } from '../../support/embedded/folders.ts'
import { SealedDesk } from '../../support/sealedDesk.ts'

/** The key's commands, beside a desk or alone. */
const sealed = new SealedDesk()
beforeAll(() => sealed.open())
afterAll(() => sealed.close())

describe('senhas rotate', () => {
  /** Locks a password of the second table, so that the rotation waits there. Returns what releases it. */
  async function held(): Promise<() => Promise<void>> {
    const client = await sealed.desk.database.pool.connect()
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM cliente_servico_senha ORDER BY 1 DESC FOR UPDATE')
    return async () => {
      await client.query('ROLLBACK')
      client.release()
    }
  }

  test('killed halfway, leaves every password readable, and finishes when it runs again', async () => {
    const [before = ''] = Object.keys(await sealed.texts())
    const release = await held()
    const { child, ran } = startCommand(['senhas', 'rotate'], { env: settingsOf(sealed.place) })
    while (Object.keys(await sealed.texts()).length < 2) {
      expect(child.exitCode).toBeNull()
      await pause(5)
    }
    child.kill('SIGKILL')
    await ran
    await release()
    const half = await sealed.texts()
    expect(Object.keys(half)).toHaveLength(2)
    expect(half[before]).toBeGreaterThan(0)
    expect(await sealed.listed()).toEqual(sealed.given)
    const status = await command(sealed.place, 'senhas', 'status')
    expect(status).toMatchObject({ code: 0, err: expect.stringMatching(/^\d+ service passwords wait/) })
    expect(status.out.trim()).not.toBe(before)

    const again = await command(sealed.place, 'senhas', 'rotate')
    expect(again).toMatchObject({ code: 0, out: status.out })
    expect(again.err).toContain(`Going on with the key ${status.out.trim()}`)
    expect(again.err).toContain(`It is the last line of ${sealed.keyFile}`)
    expect(Object.keys(await sealed.texts())).toEqual([status.out.trim()])
    expect(await sealed.recorded('chave_senhas_trocada')).toEqual([{ chave: status.out.trim(), por: 'comando' }])
    expect(await sealed.listed()).toEqual(sealed.given)
    expect((await command(sealed.place, 'senhas', 'status')).err).toBe(
      'Every service password is sealed with this key.\n',
    )
  })

  test('on a full disk says so, changes nothing, and leaves no draft file', async () => {
    // A long file with many old keys, longer than what a command writes to find the desk of the embedded database.
    const older = Array.from({ length: 50 }, (_, year) => `${Buffer.alloc(32, year).toString('base64')}\n`)
    writeFileSync(sealed.keyFile, `${older.join('')}${readFileSync(sealed.keyFile, 'utf8')}`)
    const [before, file] = [await sealed.texts(), readFileSync(sealed.keyFile, 'utf8')]
    // `ulimit` limits the size of files. Its signal is ignored, so that the write fails as on a full disk.
    const full = (blocks: number) =>
      startCommand(['senhas', 'rotate'], {
        env: settingsOf(sealed.place),
        before: `trap '' XFSZ; ulimit -f ${blocks};`,
      }).ran
    const { code, out, err } = await full(2)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(
      `${sealed.keyFile} is to hold a new key of the service passwords and cannot be written (EFBIG)`,
    )
    expect(err).not.toContain('    at ')
    expect(readFileSync(sealed.keyFile, 'utf8')).toBe(file)
    expect(readdirSync(sealed.desk.config.dataDir).filter((name) => name.startsWith('chave-senhas'))).toEqual([
      'chave-senhas',
    ])
    expect(await sealed.texts()).toEqual(before)
  })
})

describe('a key file', () => {
  test.each<[string, (file: string) => void, RegExp]>([
    ['may be read by others', (file) => chmodSync(file, 0o644), /chmod 600/],
    ['is empty', (file) => writeFileSync(file, ''), /Bring the file back/],
    [
      'is cut short',
      (file) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, -9)),
      /must hold keys of 32 bytes/,
    ],
    [
      'is a folder',
      (file) => {
        rmSync(file)
        mkdirSync(file, { mode: 0o700 })
      },
      /cannot be read \(EISDIR\)/,
    ],
  ])('that %s is refused by commands, backup too, in one line, and stays as it is', async (_, spoil, said) => {
    const kept = readFileSync(sealed.keyFile, 'utf8')
    try {
      spoil(sealed.keyFile)
      const { mode } = statSync(sealed.keyFile)
      for (const args of [
        ['senhas', 'status'],
        ['senhas', 'discard', '--confirm'],
        ['backup', join(sealed.folder, 'none')],
      ]) {
        const refused = await command(sealed.place, ...args)
        expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(said) })
        expect(refused.err.trim().split('\n')).toHaveLength(1)
      }
      expect(statSync(sealed.keyFile).mode).toBe(mode)
      expect(existsSync(join(sealed.folder, 'none'))).toBe(false)
    } finally {
      rmSync(sealed.keyFile, { recursive: true, force: true })
      writeFileSync(sealed.keyFile, kept, { mode: 0o600 })
    }
    expect(await sealed.listed()).toEqual(sealed.given)
  })
})

test('senhas status creates no key where there is none', async () => {
  const place = await sealed.emptyPlace()
  const database = await openDatabase({ ...place, role: 'cli', log: quiet })
  await bringUpToDate(database.pool, quiet)
  await database.close()
  expect(await command(place, 'senhas', 'status')).toMatchObject({
    code: 0,
    out: '',
    err: expect.stringContaining('There is no key yet'),
  })
  expect(existsSync(join(place.dataDir, 'chave-senhas'))).toBe(false)
})
