import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agentes, centrais, dialplan, receitaDe } from '#server/ligacao/rules/receita'

const desk = { url: 'https://alo.example/', token: 'alo_segredo' }
const textOf = (central: (typeof centrais)[number]) =>
  receitaDe(central, desk)
    .passos.map(({ codigo }) => codigo ?? '')
    .join('\n')

test('docs/asterisk.md shows exactly the dialplan that the recipe page gives', () => {
  const text = readFileSync('docs/asterisk.md', 'utf8')
  for (const part of [agentes, dialplan]) expect(text).toContain(part.replace(/^/gm, '    '))
})

test('the Asterisk recipe says which version it was tested with, and docs/asterisk.md what it cannot do', () => {
  const { provada, naoFaz } = receitaDe('asterisk', desk)
  expect(provada).toMatch(/Asterisk \d/)
  expect(centrais.filter((central) => receitaDe(central, desk).provada === null)).toEqual(['freepbx', 'url'])
  const text = readFileSync('docs/asterisk.md', 'utf8').replace(/\s+/g, ' ')
  for (const each of naoFaz) expect(text).toContain(each)
})

test('each recipe has the desk’s address without a double slash, the token, notify and cancel', () => {
  for (const central of centrais) {
    const text = textOf(central)
    expect(text).toContain('https://alo.example/api/v1/integracao/pbx/ligacao')
    expect(text).toContain('alo_segredo')
    expect(text).toMatch(/notificar/)
    expect(text).toMatch(/cancelar/)
  }
})

test('each recipe has time limits of 1 s, for a desk that does not answer', () => {
  expect(textOf('url').match(/curl -m 1 /g)).toHaveLength(3)
  for (const central of ['asterisk', 'freepbx'] as const)
    expect(textOf(central)).toMatch(/conntimeout\)=1.*httptimeout\)=1.*CURL\(/s)
})

test('the dialplan reports a leg’s ring, answer and end, and sends all of them through one CURL call', () => {
  expect(agentes).toMatch(/Dial\(PJSIP\/\S+,30,b\(alo\^toca\^1\(\S+\)\)U\(alo\)\)/)
  expect(dialplan).toContain('hangup_handler_push)=alo,fim,1')
  expect(dialplan).toContain('"evento":"atendida"')
  expect(dialplan).toContain('"evento":"encerrada"')
  // All messages go through one place in the dialplan, which sets the variables anew after a call pickup.
  expect(dialplan.match(/CURL\(/g)).toHaveLength(1)
  expect(dialplan).not.toMatch(/Set\([^$]*Authorization/)
})
