import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agentes, centrais, dialplan, receitaDe } from '#server/ligacao/rules/receita'

const desk = { url: 'https://alo.example/', token: 'alo_segredo' }
const textOf = (central: (typeof centrais)[number]) =>
  receitaDe(central, desk)
    .passos.map(({ codigo }) => codigo ?? '')
    .join('\n')

test('the README shows the dialplan that the page has pasted, to the letter', () => {
  const readme = readFileSync('README.md', 'utf8')
  for (const part of [agentes, dialplan]) expect(readme).toContain(part.replace(/^/gm, '    '))
})

test('each recipe has the desk’s address without a second slash, the token, notify and cancel', () => {
  for (const central of centrais) {
    const text = textOf(central)
    expect(text).toContain('https://alo.example/api/v1/integracao/pbx/ligacao')
    expect(text).toContain('alo_segredo')
    expect(text).toMatch(/\/notificar/)
    expect(text).toMatch(/\/cancelar/)
  }
})

test('no recipe waits long for a desk that does not answer', () => {
  expect(textOf('url').match(/curl -m 1 /g)).toHaveLength(2)
  for (const central of ['asterisk', 'freepbx'] as const)
    expect(textOf(central)).toMatch(/conntimeout\)=1.*httptimeout\)=1.*CURL\(/s)
})
