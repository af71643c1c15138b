import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeClientes } from '#server/cliente/rows/write/writeClientes'
import { demoToken } from '#server/demo/accounts'
import { command } from '../../support/cliRun.ts'
import { csvLines } from '../../support/csvLines.ts'
import { startRefused } from '../../support/process.ts'
import { SealedDesk } from '../../support/sealedDesk.ts'

/** What operators do when the key is lost or a password is damaged, with or without a running desk. */
const sealed = new SealedDesk()
beforeAll(() => sealed.open())
afterAll(() => sealed.close())

test('a key rotation skips damaged passwords, which block the customer list until an import replaces them', async () => {
  const { pool } = sealed.desk.database
  const [person] = sealed.people.filter(({ servicos }) => (servicos[0]?.senhas.length ?? 0) > 0)
  if (!person) throw new Error('nobody has a service password')
  const [{ id_cliente_servico = 0, senhas = [] } = {}] = person.servicos
  await pool.query(
    `UPDATE cliente_servico SET senha_cifrada = overlay(senha_cifrada placing 'x' from 1) WHERE id_cliente_servico = $1`,
    [id_cliente_servico],
  )
  await pool.query(
    `UPDATE cliente_servico_senha SET senha_cifrada = overlay(senha_cifrada placing
       (CASE substr(senha_cifrada, 30, 1) WHEN 'A' THEN 'B' ELSE 'A' END) from 30) WHERE id_cliente_servico_senha = $1`,
    [senhas[0]?.id_cliente_servico_senha],
  )
  const before = await sealed.texts()
  const [given = '', all = 0] = Object.entries(before)[0] ?? []
  const rotated = await command(sealed.place, 'senhas', 'rotate')
  expect(rotated).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^2 service .*senhas discard\n$/) })
  const { [given]: left, ...sealedAnew } = await sealed.texts()
  expect([left, Object.values(sealedAnew)]).toEqual([2, [all - 2]])

  const list = { path: '/api/v1/integracao/cliente/all?cancelado=sim', authorization: demoToken }
  expect((await sealed.desk.send(list)).status).toBe(500)
  sealed.desk.expectErrors()
  const file = join(sealed.folder, 'person')
  const bring = async (text: string) => {
    writeFileSync(file, text)
    return command(sealed.place, 'clientes', 'import', file)
  }
  // A CSV import does not change the passwords. It refuses the customer whose passwords do not open, and no other.
  const [sound = person] = sealed.people.filter((each) => each !== person)
  const csv = await bring(csvLines(sound) + csvLines(person).split('\n')[1])
  expect(csv).toMatchObject({ code: 1, err: expect.stringMatching(/password that does not open.*senhas discard/) })
  expect(JSON.parse(csv.out)).toMatchObject({ updated: 0, unchanged: 1, refused: 1 })
  const whole = await bring(JSON.stringify({ clientes: [person] }))
  expect(whole).toMatchObject({ code: 0, out: expect.stringContaining('"updated":1') })
  expect(await sealed.listed()).toEqual(sealed.given)
  expect(await command(sealed.place, 'senhas', 'rotate')).toMatchObject({ code: 0 })
  expect(await sealed.listed()).toEqual(sealed.given)
}, 120_000)

describe('senhas discard', () => {
  const confirm = ['senhas', 'discard', '--confirm']

  test('changes nothing when every password can be decrypted', async () => {
    expect(await command(sealed.place, ...confirm)).toMatchObject({ code: 0, out: '0\n' })
    expect(await sealed.listed()).toEqual(sealed.given)
    expect(await sealed.recorded('senhas_descartadas')).toEqual([])
  })

  test('is refused while a running desk has the key', async () => {
    await sealed.without(async () => {
      const refused = await command(sealed.place, ...confirm)
      expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^A desk is at work/) })
      expect(existsSync(sealed.keyFile)).toBe(false)
    })
    expect(await sealed.listed()).toEqual(sealed.given)
  })

  test('empties only the password that was damaged in the database, while a desk runs', async () => {
    const { pool } = sealed.desk.database
    const [{ id_cliente_servico: id, senha } = { id_cliente_servico: 0, senha: '' }] = sealed.people[0]?.servicos ?? []
    await pool.query(
      `UPDATE cliente_servico SET senha_cifrada = overlay(senha_cifrada placing
         (CASE substr(senha_cifrada, 30, 1) WHEN 'A' THEN 'B' ELSE 'A' END) from 30) WHERE id_cliente_servico = $1`,
      [id],
    )
    const asked = await command(sealed.place, 'senhas', 'discard')
    expect(asked).toMatchObject({ code: 1, out: '1\n', err: expect.stringMatching(/^1 of \d+ service passwords/) })
    expect(await command(sealed.place, ...confirm)).toMatchObject({ code: 0, out: '1\n' })
    const left = await sealed.listed()
    expect(left).toContain('')
    expect([...left.filter(Boolean), senha].sort()).toEqual(sealed.given)
    expect(await sealed.recorded('senhas_descartadas')).toEqual([{ senhas: 1, chaves: '', por: 'comando' }])
    expect(await writeClientes(sealed.desk.database, sealed.people)).toMatchObject({
      updated: 1,
      unchanged: sealed.people.length - 1,
    })
    expect(await sealed.listed()).toEqual(sealed.given)
  })

  test('lets a desk that lost its key start again, with all passwords empty', async () => {
    const before = await sealed.texts()
    const [lost = ''] = Object.keys(before)
    const quantas = before[lost] ?? 0
    const { config } = sealed.desk
    await sealed.desk.leave()
    rmSync(sealed.keyFile)
    const wayOut = /with the key \w{8}, and no key is at hand\. .*lost for good: npm run -s cli -- senhas discard\n/
    const env = { DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? '' }
    expect(await startRefused(env, ['--demo'])).toMatchObject({ code: 1, output: expect.stringMatching(wayOut) })
    for (const args of [
      ['senhas', 'status'],
      ['senhas', 'rotate'],
      ['clientes', 'export'],
    ])
      expect(await command(sealed.place, ...args)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(wayOut),
      })

    const asked = await command(sealed.place, 'senhas', 'discard')
    expect(asked).toMatchObject({ code: 1, out: `${quantas}\n` })
    expect(asked.err).toContain(`The key ${lost} is missing (none is at hand). ${quantas} of ${quantas}`)
    expect(existsSync(sealed.keyFile)).toBe(false)
    expect(await command(sealed.place, ...confirm)).toMatchObject({ code: 0, out: `${quantas}\n` })

    await sealed.again()
    expect(await sealed.texts()).toEqual({})
    expect(await sealed.recorded('senhas_descartadas')).toContainEqual({
      senhas: quantas,
      chaves: lost,
      por: 'comando',
    })
    expect(new Set(await sealed.listed())).toEqual(new Set(['']))
    expect(await writeClientes(sealed.desk.database, sealed.people)).toMatchObject({ updated: sealed.people.length })
    expect(await sealed.listed()).toEqual(sealed.given)
  }, 180_000)

  test('empties the passwords of a backup that was restored without its lost key', async () => {
    const [lost = '', quantas = 0] = Object.entries(await sealed.texts())[0] ?? []
    const file = join(sealed.folder, 'alo.backup.gz')
    expect((await command(sealed.place, 'backup', file)).code).toBe(0)
    const place = await sealed.emptyPlace()
    const refused = await command(place, 'restore', file)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('restore FILE --without-key') })
    const restored = await command(place, 'restore', '--without-key', file)
    expect(restored).toMatchObject({ code: 0, err: expect.stringContaining(`Their key ${lost} is missing`) })
    expect(await command(place, ...confirm)).toMatchObject({ code: 0, out: `${quantas}\n` })
    expect(await command(place, 'senhas', 'status')).toMatchObject({ code: 0 })
  }, 180_000)
})
