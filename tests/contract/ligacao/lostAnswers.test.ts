import { beforeEach, expect, test } from 'vitest'
import type { Desk } from '#server/desk'
import { notifyLigacao } from '#server/ligacao/notifyLigacao'
import { ligacaoRequest } from '#server/ligacao/wire/ligacao'
import { judge } from '#server/refusal'
import type { Screen } from '../../support/screen.ts'
import { useDesk } from '../../support/useDesk.ts'

/** The database commits but its answer is lost. The exchange repeats the request, and the call must still ring. */
const desk = useDesk()
let ana: Screen
beforeEach(async () => {
  await desk.clear()
  ana = await desk.screen('ana')
})

/** A desk whose database executes the named statement but loses its first answer. */
function losing(statement: string): Desk {
  let lost = false
  const run: Desk['database']['run'] = async (asked, values, client) => {
    const rows = await desk.database.run(asked, values, client)
    if (asked.name !== statement || lost) return rows
    lost = true
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
  }
  return { ...desk.desk, database: { ...desk.database, run } }
}

const say = async (to: Desk, body: object) => {
  const { rows } = await desk.database.pool.query<{ id: number }>('SELECT id FROM token ORDER BY id LIMIT 1')
  return notifyLigacao(to, { ...judge(ligacaoRequest, body), tokenId: rows[0]?.id ?? 0, ip: '127.0.0.1' })
}
const keyed = { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'a' } }

test.each([
  ['with a key', keyed],
  ['without', { ramal: 101, telefone: '37999912222' }],
])('a call whose database answer was lost rings when the exchange repeats it, %s', async (_name, body) => {
  await expect(say(losing('ligacao_open_plain'), body)).rejects.toThrow('terminated')
  expect(await ana.events()).toEqual([])
  const again = await desk.notify(body)
  expect(await ana.events()).toEqual(['ligacao:aberta'])
  expect(ana.heard[0]?.ligacao).toMatchObject({ id: again.headers['x-ligacao-id'], estado: 'aberta' })
  // Once the screens have been told, a repetition sends no event.
  await desk.notify(body)
  expect(await ana.events()).toEqual(['ligacao:aberta'])
})

test('a call whose database answer was lost rings when the same process gets the repetition', async () => {
  const sick = losing('ligacao_open_plain')
  await expect(say(sick, keyed)).rejects.toThrow('terminated')
  await say(sick, keyed)
  expect(await ana.events()).toEqual(['ligacao:aberta'])
})

test('a ring whose database answer was lost rings when repeated, for a call that was over or still open', async () => {
  await desk.notify(keyed)
  await desk.cancel(keyed)
  const age = (column: string) =>
    desk.database.pool.query(`UPDATE ligacao SET ${column} = ${column} - interval '1 minute'`)
  await age('encerrada_em')
  await expect(say(losing('ligacao_reopen'), keyed)).rejects.toThrow('terminated')
  expect(await ana.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada'])
  await desk.notify(keyed)
  expect(await ana.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada', 'ligacao:aberta'])

  await age('notificada_em')
  await expect(say(losing('ligacao_refresh'), keyed)).rejects.toThrow('terminated')
  await desk.notify(keyed)
  expect(await ana.events()).toHaveLength(4)
  expect(ana.heard[3]?.ligacao.tocada_em).not.toBe(ana.heard[2]?.ligacao.tocada_em)
})
