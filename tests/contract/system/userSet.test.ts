import { afterEach, expect, test } from 'vitest'
import { command, type Ran } from '../../support/cliRun.ts'
import { useDesk } from '../../support/useDesk.ts'

/** The command that changes an existing user. */
const desk = useDesk()
const senha = 'uma senha bem comprida'
afterEach(async () => {
  await desk.database.pool.query(`
    DELETE FROM usuario WHERE usuario IN ('rita', 'nina');
    UPDATE usuario SET ramal = NULL, identificador_interno = NULL;
    UPDATE usuario SET desativado = false, ramal = CASE usuario WHEN 'ana' THEN '101' WHEN 'bruno' THEN '102' END,
      identificador_interno = CASE usuario WHEN 'ana' THEN 'ana01' WHEN 'bruno' THEN 'bruno02' END`)
})

const user = (...args: string[]): Promise<Ran> => command(desk.config, 'user', ...args)
async function held(usuario: string) {
  const { rows } = await desk.database.pool.query(
    'SELECT nome, papel, ramal, identificador_interno FROM usuario WHERE usuario = $1',
    [usuario],
  )
  return rows[0]
}
const rings = async (ramal: number) => (await desk.notify({ ramal, telefone: '37999990001' })).status

test('user set changes name, role, ramal and internal id, singly or together, and disconnects the user’s screen', async () => {
  const screen = await desk.screen('ana')
  const changed = await user('set', 'Ana', '--ramal', '109', '--identificador-interno', 'ana09', '--nome', 'Ana Lima')
  expect(changed).toMatchObject({ code: 0, out: '' })
  expect(changed.err).toBe('User Ana has nome Ana Lima, ramal 109, identificador_interno ana09 now.\n')
  expect(await held('ana')).toEqual({
    nome: 'Ana Lima',
    papel: 'atendente',
    ramal: '109',
    identificador_interno: 'ana09',
  })
  expect(await screen.ended).toBe('io server disconnect')
  expect([await rings(109), await rings(101)]).toEqual([200, 422])
  expect(await user('set', 'ana', '--papel', 'supervisor')).toMatchObject({ code: 0 })
  expect(await user('set', 'ana', '--papel', 'atendente', '--identificador-interno', '')).toMatchObject({ code: 0 })
  expect(await held('ana')).toMatchObject({ papel: 'atendente', ramal: '109', identificador_interno: null })
})

test('user set takes another user’s ramal only with --swap, which exchanges the two', async () => {
  const taken = await user('set', 'ana', '--ramal', '102')
  expect(taken).toMatchObject({ code: 1, err: expect.stringMatching(/^ramal 102 belongs to bruno.*--swap\n$/) })
  const swapped = await user('set', 'ana', '--ramal', '102', '--identificador-interno', 'BRUNO02', '--swap')
  expect(swapped).toMatchObject({ code: 0, err: expect.stringContaining('bruno’s ramal 102, who has 101 now') })
  expect(await held('ana')).toMatchObject({ ramal: '102', identificador_interno: 'BRUNO02' })
  expect(await held('bruno')).toMatchObject({ ramal: '101', identificador_interno: 'ana01' })
})

test('the ramal and internal id of a disabled user can go to an existing or a new user', async () => {
  await user('disable', 'bruno')
  expect(await user('set', 'ana', '--ramal', '102')).toMatchObject({ code: 0 })
  expect(await held('bruno')).toMatchObject({ ramal: null, identificador_interno: 'bruno02' })
  expect(await rings(102)).toBe(200)
  const made = await user('create', '--usuario', 'rita', '--identificador-interno', 'Bruno02', '--senha', senha)
  expect(made).toMatchObject({ code: 0, err: expect.stringContaining('bruno’s identificador_interno Bruno02') })
  expect((await user('create', '--usuario', 'nina', '--ramal', '102', '--senha', senha)).err).toContain(
    'ramal 102 belongs to ana',
  )
  expect((await user('enable', 'bruno')).code).toBe(0)
  expect(await held('bruno')).toMatchObject({ ramal: null, identificador_interno: null })
})

test('user set does not change the role of the last administrador', async () => {
  const refused = await user('set', 'admin', '--papel', 'supervisor', '--nome', 'Outro')
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^This is the last administrador/) })
  expect(await held('admin')).toMatchObject({ papel: 'administrador' })
  expect((await held('admin')).nome).not.toBe('Outro')
  await user('set', 'clara', '--papel', 'administrador')
  expect(await user('set', 'admin', '--papel', 'supervisor')).toMatchObject({ code: 0 })
  expect((await user('set', 'clara', '--papel', 'supervisor')).err).toMatch(/^This is the last administrador/)
})

test('user set reports all wrong values at once, one sentence each, and changes nothing', async () => {
  const bad = await user(
    'set',
    'ana',
    '--nome',
    ' ',
    '--papel',
    'chefe',
    '--ramal',
    '1a',
    '--identificador-interno',
    '_',
  )
  expect(bad).toMatchObject({ code: 1, out: '' })
  expect(bad.err).toMatch(/^--nome.*\n--papel.*\n--ramal.*\n--identificador-interno.*\n$/)
  expect((await user('set', 'ana')).err).toMatch(/^Say what to change/)
  expect((await user('set', 'ninguem', '--ramal', '1')).err).toBe('There is no user ninguem. See: user list\n')
  expect(await held('ana')).toMatchObject({ papel: 'atendente', ramal: '101' })
})
