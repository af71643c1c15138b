import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'

const rules = 'docs/alerts.yml'
const desk = useDesk()
/** Not among the temporary folders: those in memory may forbid programs, and promtool has 100 MB. */
const folder = mkdtempSync(resolve('dist/tests/promtool-'))
let promtool: string | undefined
beforeAll(() => {
  promtool = findPromtool()
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** The promtool on PATH, or else Debian's, unpacked without installing it; undefined if there is none. */
function findPromtool(): string | undefined {
  if (spawnSync('promtool', ['--version']).status === 0) return 'promtool'
  const run = (program: string, ...args: string[]) => spawnSync(program, args, { cwd: folder }).status === 0
  if (
    !run('apt-get', 'download', 'prometheus') &&
    !(run('apt-get', 'update') && run('apt-get', 'download', 'prometheus'))
  )
    return undefined
  const [pack = ''] = readdirSync(folder).filter((name) => name.endsWith('.deb'))
  return run('dpkg-deb', '-x', pack, '.') ? join(folder, 'usr/bin/promtool') : undefined
}

const metrics = async () => (await desk.send({ path: '/metrics' })).text

test('the desk exports every metric that an alert rule uses', async () => {
  await desk.notify({ ramal: 101, telefone: '37999912222', ligacao_params: { id: 'alerta' } })
  await desk.notify({ ramal: 199 })
  const told = await metrics()
  const asked = [...new Set(readFileSync(rules, 'utf8').match(/\balo_[a-z_]+/g))]
  expect(asked.length).toBeGreaterThan(4)
  expect(asked.filter((name) => !told.includes(`${name} `) && !told.includes(`${name}{`))).toEqual([])
})

test('the metrics measure call stages, open windows, SQL statements and database connections', async () => {
  const count = async (which: string) =>
    Number(
      (await metrics())
        .split('\n')
        .find((line) => line.startsWith(which))
        ?.split(' ')
        .at(-1) ?? Number.NaN,
    )
  const stage = (name: string) => `alo_call_stage_seconds_count{stage="${name}"}`
  const screen = await desk.screen('ana')
  screen.socket.on('ligacao:aberta', ({ id }) => screen.socket.emit('ligacao:exibida', { id }))
  const before = await count(stage('committed'))
  const windows = await count('alo_windows_open')
  await desk.notify({ ramal: 101, telefone: '37999912222', ligacao_params: { id: 'medida' } })
  // The first answer comes after the window; the second, after the report that it was drawn.
  for (let n = 0; n < 2; n++) await screen.sync()
  for (const name of ['committed', 'told', 'answered', 'drawn'])
    expect(await count(stage(name)), name).toBeGreaterThan(0)
  expect(await count(stage('committed'))).toBe(before + 1)
  expect(await count('alo_windows_open')).toBe(windows + 1)
  // A second report of the same window does not count again.
  const drawn = await count(stage('drawn'))
  screen.socket.emit('ligacao:exibida', { id: screen.heard[0]?.ligacao.id ?? '' })
  await screen.sync()
  expect(await count(stage('drawn'))).toBe(drawn)
  expect(await count('alo_statement_seconds_count{statement="ligacao_open_plain"}')).toBeGreaterThan(0)
  expect(await count('alo_database_away')).toBe(0)
  expect(await metrics()).toMatch(/alo_database_connections\{state="waiting"\} 0/)
})

test('promtool accepts the alert rules, and refuses a broken copy of them', () => {
  // Without promtool (not on Debian) only this check is left out; the test above still checks the rules' metrics.
  if (!promtool) return console.warn('promtool is not here: the rules were not checked')
  const check = (file: string) => spawnSync(promtool ?? '', ['check', 'rules', file], { encoding: 'utf8' })
  const broken = join(folder, 'broken.yml')
  writeFileSync(broken, readFileSync(rules, 'utf8').replace('up{job="alo"} == 0', 'up{job="alo" == 0'))
  expect(check(broken).status).not.toBe(0)
  const { status, stdout, stderr } = check(rules)
  expect(`${stdout}${stderr}`).toContain('7 rules found')
  expect(status).toBe(0)
})
