import { expect, test } from 'vitest'
import { conversaSegundos } from '#server/ligacao/rules/conversa'

const [rang, ended] = ['2026-11-22T12:00:00.000Z', '2026-11-22T12:04:05.900Z']

test.each([
  ['from attended to ended', rang, ended, 'central', 245],
  ['nothing while it runs', rang, null, null, null],
  ['nothing where nobody attended', null, ended, 'central', null],
  ['nothing where the time ran out: the end is not known', rang, ended, 'prazo', null],
  ['never less than nothing', ended, rang, 'atendente', 0],
] as const)('the length of a conversation is %s', (_, atendida_em, encerrada_em, encerrada_por, segundos) => {
  expect(conversaSegundos({ atendida_em, encerrada_em, encerrada_por })).toBe(segundos)
})
