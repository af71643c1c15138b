import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config'

const readme = readFileSync('README.md', 'utf8')
const example = readFileSync('.env.example', 'utf8')
const settings = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name ?? '')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const [, started = ''] = /exec (node .*)$/.exec(scripts.start) ?? []

const [unit = ''] = /^ {4}\[Unit\]\n[\s\S]*?(?=\n\S)/m.exec(readme) ?? []
// The settings file that the README shows with the unit.
const [, envFile = ''] = /`\/opt\/alo\/\.env`[\s\S]*?\n\n((?: {4}[A-Z_]+=.*\n)+)/.exec(readme) ?? []
const [compose = ''] = /^ {4}services:\n[\s\S]*?(?=\n\S)/m.exec(readme) ?? []
const [, service = ''] = /^ {6}alo:\n([\s\S]*?)^ {6}postgres:/m.exec(compose) ?? []

describe('the README’s examples for a desk in production', () => {
  test.each([
    ['the systemd unit with its file', [...`${unit}${envFile}`.matchAll(/^ {4}(?:Environment=)?([A-Z_]+)=(.*)$/gm)]],
    ['the compose file', [...service.matchAll(/^ {10}([A-Z_]+): (.*)$/gm)]],
  ])('%s sets only settings that exist, to values that the desk accepts', (_, given) => {
    const env = Object.fromEntries(given.map(([, name = '', value = '']) => [name, value]))
    expect(env.NODE_ENV).toBe('production')
    const own = Object.keys(env).filter((name) => name !== 'NODE_ENV')
    expect(own.length).toBeGreaterThan(3)
    expect(own.filter((name) => !settings.includes(name))).toEqual([])
    expect(readConfig('production', env).publicUrl).toMatch(/^https:/)
  })

  test('the systemd unit sets only NODE_ENV and starts in /opt/alo, and its settings file sets DATA_DIR', () => {
    expect([...unit.matchAll(/Environment(?:File)?=(.*)/g)].map(([, given]) => given)).toEqual(['NODE_ENV=production'])
    expect(unit).toContain('WorkingDirectory=/opt/alo\n')
    expect(envFile).toMatch(/^ {4}DATA_DIR=\//m)
  })

  test('run the command of npm start, restart it when it ends, and give it at least 16 s to stop', () => {
    expect(started).toContain('dist/main.js')
    expect(unit).toContain(`ExecStart=/usr/bin/${started}\n`)
    expect(unit).toMatch(/Restart=always\n[\s\S]*TimeoutStopSec=(1[6-9]|[2-9]\d)\n/)
    expect(service).toContain(
      `command: [${started
        .split(' ')
        .map((word) => `"${word}"`)
        .join(', ')}]`,
    )
    expect(service).toMatch(/restart: always\n[\s\S]*stop_grace_period: (1[6-9]|[2-9]\d)s\n/)
    expect(service).toContain('/healthz')
  })
})
