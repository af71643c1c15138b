import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildDesk } from '#server/app'
import { beginChores } from '#server/chores'
import { exportClientes } from '#server/cliente/exportClientes'
import { readClientesById } from '#server/cliente/rows/joiner/texts'
import { sealSome } from '#server/cliente/rows/sealing'
import { writeClientes } from '#server/cliente/rows/write/writeClientes'
import { beginRotation, readSealing, sealSenhas } from '#server/cliente/sealSenhas'
import type { ExportedCliente } from '#server/cliente/wire/import'
import { Others } from '#server/database/others/others'
import { demoToken } from '#server/demo/accounts'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { openDesk } from '#server/openDesk'
import { exportTitular } from '#server/titular/exportTitular'
import { startDesk, type TestDesk } from '../../support/desk.ts'
import { quiet } from '../../support/embedded/folders.ts'
import { templateKey } from '../../support/templateKey.ts'

const firstId = 5_000
/** Difficult passwords, among them some that begin like an encrypted text (`v1.`). */
const awkward = ['"aspas" \\ e\tmais\n\u0001', 'v1.deadbeef.curta', 'çã😀\u2028', 'v1.']
const people: ExportedCliente[] = [...generateClientes({ count: 60, seed: 9, firstId })].map((person, index) => ({
  ...person,
  servicos: person.servicos.map((servico) => ({
    ...servico,
    senha: awkward[index] ?? servico.senha,
    senhas: servico.senhas.map((each) => ({ ...each, senha: awkward[index] ?? each.senha })),
  })),
}))
const passwords = people.flatMap(({ servicos }) =>
  servicos.flatMap(({ senha, senhas }) => [senha, ...senhas.map((each) => each.senha)]),
)
const ids = people.map(({ id_cliente }) => id_cliente)
const path = '/api/v1/integracao/cliente'
let desk: TestDesk
let first: TestDesk

beforeAll(async () => {
  desk = await startDesk({ listaCacheSegundos: 0 })
  first = desk
  await writeClientes(desk.database, people)
})
afterAll(async () => {
  await desk?.stop()
  if (first !== desk) await first?.stop()
})

const stored = async () => {
  const { rows } = await desk.database.pool.query<{ tabela: string; id: number; texto: string }>(
    `SELECT 'cliente_servico' AS tabela, id_cliente_servico AS id, senha_cifrada AS texto FROM cliente_servico
     UNION ALL SELECT 'cliente_servico_senha', id_cliente_servico_senha, senha_cifrada FROM cliente_servico_senha`,
  )
  return rows.filter(({ texto }) => texto !== '')
}
const list = () => desk.send({ path: `${path}/all?cancelado=sim`, authorization: demoToken })
const told = (answer: { json: { clientes: ExportedCliente[] } }) =>
  answer.json.clientes
    .filter(({ id_cliente }) => ids.includes(id_cliente))
    .flatMap(({ servicos }) => servicos.flatMap(({ senha, senhas }) => [senha, ...senhas.map((each) => each.senha)]))
const given = [...passwords].sort()
const expectGiven = async () => {
  const answer = await list()
  expect(answer.status).toBe(200)
  expect(told(answer).sort()).toEqual(given)
}

/** Writes the passwords back unencrypted, as an earlier version left them. */
async function unseal(): Promise<void> {
  const { pool } = desk.database
  for (const { id_cliente_servico, senha, senhas } of people.flatMap(({ servicos }) => servicos)) {
    await pool.query('UPDATE cliente_servico SET senha_cifrada = $2 WHERE id_cliente_servico = $1', [
      id_cliente_servico,
      senha,
    ])
    for (const each of senhas)
      await pool.query('UPDATE cliente_servico_senha SET senha_cifrada = $2 WHERE id_cliente_servico_senha = $1', [
        each.id_cliente_servico_senha,
        each.senha,
      ])
  }
  await pool.query(`DELETE FROM instalacao WHERE chave = 'senhas_seladas'`)
  desk.database.keys.allSealed = false
}

test('no table holds a password in clear after an import', async () => {
  const { pool } = desk.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const long = passwords.filter((text) => text.length >= 6)
  expect(long.length).toBeGreaterThan(100)
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`)
    const all = rows.map(({ row }) => row).join('\n')
    expect(
      long.filter((text) => all.includes(text)),
      name,
    ).toEqual([])
  }
  const chave = (await readSealing(desk.desk))?.chave
  for (const { texto } of await stored()) expect(texto).toMatch(new RegExp(`^v1\\.${chave}\\.[\\w-]+$`))
})

test('the list, the look-up, the export and the titular export return the passwords unchanged', async () => {
  await expectGiven()
  for (const person of people.slice(0, 6)) {
    const found = await desk.send({
      path: `${path}?busca=codigo_cliente&termo_busca=${person.codigo_cliente}`,
      authorization: demoToken,
    })
    const visible = person.servicos.filter(({ status_prefixo }) => status_prefixo !== 'cancelado')
    expect(found.json.clientes[0].servicos.map(({ senha }: { senha: string }) => senha)).toEqual(
      visible.map(({ senha }) => senha),
    )
    const own = await exportTitular(desk.desk, String(person.id_cliente))
    expect(JSON.parse(JSON.stringify(own)).titulares[0].cliente).toEqual(person)
  }
  let file = ''
  for await (const { text } of exportClientes(desk.desk, 'jsonl')) file += text
  const exported = file
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(
    exported.filter(({ id_cliente }) => ids.includes(id_cliente)).sort((a, b) => a.id_cliente - b.id_cliente),
  ).toEqual(people)
  expect(await writeClientes(desk.database, people)).toMatchObject({ created: 0, updated: 0, unchanged: people.length })
})

test('passwords that an earlier version stored in clear are readable, and the desk can encrypt them', async () => {
  await unseal()
  await expectGiven()
  expect(await readSealing(desk.desk)).toMatchObject({ completo: false, faltam: passwords.length })
  expect(await sealSenhas(desk.desk)).toEqual({ texts: passwords.length, unreadable: 0 })
  expect(await readSealing(desk.desk)).toMatchObject({ completo: true, faltam: 0 })
  expect((await stored()).filter(({ texto }) => !texto.startsWith('v1.'))).toEqual([])
  await expectGiven()
  expect(await sealSenhas(desk.desk)).toEqual({ texts: 0, unreadable: 0 })
})

test('a desk whose turn it is not to encrypt learns that all passwords are encrypted', async () => {
  const { keys } = desk.database
  keys.allSealed = false
  const stop = beginChores(desk.desk, new Others(), () => undefined)
  await vi.waitFor(() => expect(keys.allSealed).toBe(true), { timeout: 10_000 })
  await stop()
})

test('an interrupted key rotation leaves all passwords readable to a running desk, and resumes where it stopped', async () => {
  // This desk stands for the command: another process, which has just read the key file.
  const command = await openDesk(desk.config, quiet, { role: 'cli' })
  onTestFinished(() => command.database.close())
  const before = await readSealing(desk.desk)
  const begun = await beginRotation(command)
  expect(begun).toMatchObject({ anew: true, faltam: (await stored()).length })
  expect(begun.chave).not.toBe(before?.chave)
  await sealSome(command.database, 'cliente_servico', 0)
  const keysOf = async () => new Set((await stored()).map(({ texto }) => texto.slice(3, 11)))
  expect(await keysOf()).toEqual(new Set([before?.chave, begun.chave]))
  await expectGiven()

  const again = await beginRotation(command)
  expect(again).toMatchObject({ anew: false, chave: begun.chave })
  expect(await sealSenhas(command)).toEqual({ texts: again.faltam, unreadable: 0 })
  expect(again.faltam).toBeLessThan(begun.faltam)
  expect(await keysOf()).toEqual(new Set([begun.chave]))
  expect(await readSealing(desk.desk)).toMatchObject({ chave: begun.chave, completo: true })
  await expectGiven()
  // New writes use the new key.
  const [one] = people
  if (!one) throw new Error('somebody is there')
  await writeClientes(desk.database, [{ ...one, rg: 'outro' }])
  await writeClientes(desk.database, [one])
  expect(await keysOf()).toEqual(new Set([begun.chave]))
})

test('a key rotation that is started twice at once makes one new key', async () => {
  const two = await Promise.all([1, 2].map(() => openDesk(desk.config, quiet, { role: 'cli' })))
  onTestFinished(async () => void (await Promise.all(two.map(({ database }) => database.close()))))
  const begun = await Promise.all(two.map(beginRotation))
  expect(begun.map(({ anew }) => anew).sort()).toEqual([false, true])
  expect(new Set(begun.map(({ chave }) => chave)).size).toBe(1)
  for (const one of two) await sealSenhas(one)
  await expectGiven()
})

test.each([
  [
    'a bit of it is another',
    'cliente_servico',
    'overlay(senha_cifrada placing (CASE substr(senha_cifrada, 30, 1) WHEN $$A$$ THEN $$B$$ ELSE $$A$$ END) from 30)',
  ],
  ['it was moved to another row', 'cliente_servico_senha', '(SELECT max(o.senha_cifrada) FROM cliente_servico o)'],
  ['its key is not at hand', 'cliente_servico', 'overlay(senha_cifrada placing $$00000000$$ from 4)'],
  ['it stands in clear although all were sealed', 'cliente_servico_senha', '$$senha-em-claro$$'],
])(
  'when a stored password is unreadable (%s), the list fails with 500 and only the log says why',
  async (_, table, wrong) => {
    const { pool } = desk.database
    const key = `id_${table}`
    const { rows } = await pool.query(
      `SELECT ${key} AS id, senha_cifrada AS texto FROM ${table} WHERE senha_cifrada <> '' ORDER BY 1 LIMIT 1`,
    )
    const [{ id, texto }] = rows
    await pool.query(`UPDATE ${table} SET senha_cifrada = ${wrong} WHERE ${key} = $1`, [id])
    const begin = desk.log.length
    const answer = await list()
    await pool.query(`UPDATE ${table} SET senha_cifrada = $2 WHERE ${key} = $1`, [id, texto])
    expect(answer.status).toBe(500)
    expect(answer.text).not.toMatch(/v1\.|senha_cifrada|sealed|em-claro/)
    expect(JSON.stringify(desk.log.slice(begin))).toContain(`${table}.senha:${id}`)
    expect(JSON.stringify(desk.log.slice(begin))).not.toMatch(/v1\.|em-claro/)
    desk.expectErrors()
    await expectGiven()
  },
)

test('a desk with a wrong key or none does not start, makes no key and changes nothing', async () => {
  const file = join(desk.config.dataDir, 'chave-senhas')
  const kept = readFileSync(file)
  const { config } = desk
  const before = await stored()
  const started = (atual: string | undefined) =>
    buildDesk({ ...config, chaveSenhas: { atual, anterior: undefined } }, pino({ level: 'silent' }), null)
  // Only one desk may use the embedded database, so this one leaves.
  await desk.leave()
  try {
    rmSync(file)
    await expect(started(undefined)).rejects.toThrow(/no key is at hand.*CHAVE_SENHAS/)
    expect(() => readFileSync(file)).toThrow('ENOENT')
    await expect(started(Buffer.alloc(32, 9).toString('hex'))).rejects.toThrow('sealed with the key')
    expect(() => readFileSync(file)).toThrow('ENOENT')
    writeFileSync(file, `${Buffer.alloc(32, 9).toString('base64')}\n`, { mode: 0o600 })
    await expect(started(undefined)).rejects.toThrow(/the keys at hand are others/)
  } finally {
    writeFileSync(file, kept, { mode: 0o600 })
  }
  desk = await startDesk({ ...config, port: 0 })
  expect(await stored()).toEqual(before)
  await expectGiven()
})

test('the log holds neither a password nor a key', async () => {
  await expectGiven()
  await readClientesById(desk.database, ids)
  const log = JSON.stringify(desk.log)
  const secrets = [templateKey, ...readFileSync(join(desk.config.dataDir, 'chave-senhas'), 'utf8').trim().split('\n')]
  for (const secret of [...secrets, ...passwords.filter((text) => text.length >= 6)]) expect(log).not.toContain(secret)
})
