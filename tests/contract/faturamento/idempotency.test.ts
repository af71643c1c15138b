import { beforeAll, expect, test } from 'vitest'
import { forgetAnswers } from '#server/faturamento/rows/registrationFacts'
import { refusalsOf } from '#server/http/docs/common'
import { useDesk } from '../../support/useDesk.ts'
import { evento, ledger, parcelado } from './evento.ts'

const desk = useDesk()
let book: ReturnType<typeof ledger>
let ids: Awaited<ReturnType<typeof book.anyIds>>
beforeAll(async () => {
  book = ledger(desk)
  ids = await book.anyIds()
})
const key = (chave: string) => ({ 'idempotency-key': chave })

test('twenty requests at once with one idempotency key register once, and all get the same answer', async () => {
  const before = [await book.count('evento_faturamento'), await book.count('auditoria')]
  const body = parcelado(100, 12, ids)
  const answers = await Promise.all(Array.from({ length: 20 }, () => book.register(body, key('vinte'))))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true').length).toBe(19)
  expect([await book.count('evento_faturamento'), await book.count('auditoria')]).toEqual([
    (before[0] ?? 0) + 12,
    (before[1] ?? 0) + 1,
  ])
})

test('a key with the same fields in another order is a retry; with another body it is a conflict', async () => {
  const body = evento(ids)
  const first = await book.register(body, key('ordem'))
  const again = await book.register(Object.fromEntries(Object.entries(body).reverse()), key('ordem'))
  expect(again.text).toBe(first.text)
  const before = await book.count('evento_faturamento')
  for (const other of [evento({ ...ids, valor: 10.31 }), evento({ ...ids, valor: 'x' })]) {
    const answer = await book.register(other, key('ordem'))
    expect(answer.status).toBe(409)
    expect(answer.json.msg).toBe(refusalsOf({ escopo: 'financeiro', refusals: [409] }, true)[409]?.example?.msg)
  }
  expect(await book.count('evento_faturamento')).toBe(before)
})

test('a retry gets the first answer even if the service type was disabled in between', async () => {
  const { id_tipo_servico } = await desk.database.prisma.tipoServico.create({ data: { descricao: 'y', display: 'y' } })
  const body = evento({ ...ids, id_tipo_servico })
  const first = await book.register(body, key('desativado'))
  await desk.database.prisma.tipoServico.update({ where: { id_tipo_servico }, data: { ativo: false } })
  expect((await book.register(body, key('desativado'))).text).toBe(first.text)
})

test('a refused request does not use up its idempotency key', async () => {
  expect((await book.register(evento({ ...ids, valor: 0 }), key('corrigida'))).status).toBe(422)
  expect((await book.register(evento(ids), key('corrigida'))).status).toBe(200)
})

test('the same key from another token is another registration', async () => {
  const { secret } = await desk.token({ escopos: ['financeiro'] })
  const mine = await book.register(evento(ids), key('de quem'))
  const theirs = await book.register(evento({ ...ids, valor: 7 }), key('de quem'), secret)
  expect(theirs.status).toBe(200)
  expect(theirs.json.eventos_faturamento).not.toEqual(mine.json.eventos_faturamento)
})

test('after a day a key registers anew', async () => {
  const first = await book.register(evento(ids), key('ontem'))
  await desk.database.pool.query(
    `UPDATE idempotencia SET criado_em = now() - interval '25 hours' WHERE chave = 'ontem'`,
  )
  const second = await book.register(evento({ ...ids, valor: 3 }), key('ontem'))
  expect(second.status).toBe(200)
  expect(second.text).not.toBe(first.text)
})

test('a key of 255 characters is accepted, of 256 refused with the other mistakes, and an empty one ignored', async () => {
  expect((await book.register(evento(ids), key('k'.repeat(255)))).status).toBe(200)
  const long = await book.register(evento(ids), key('k'.repeat(256)))
  expect(long.status).toBe(422)
  expect(Object.keys(long.json.campos)).toEqual(['Idempotency-Key'])
  // The wrong key is reported together with all other mistakes.
  const wrong = await book.register({ ...evento(ids), valor: 0, id_tipo_servico: 999_999 }, key('k'.repeat(256)))
  expect(Object.keys(wrong.json.campos).sort()).toEqual(['Idempotency-Key', 'id_tipo_servico', 'valor'])
  const [a, b] = [await book.register(evento(ids), key('')), await book.register(evento(ids), key(''))]
  expect(a.text).not.toBe(b.text)
})

test('a key that is sent twice, equal or not, is refused: a proxy’s key beside the program’s would make each retry new', async () => {
  const before = await book.count('evento_faturamento')
  for (const twice of [
    ['minha', 'do proxy'],
    ['minha', 'minha'],
    ['', 'minha'],
  ]) {
    const answer = await book.register(evento(ids), { 'idempotency-key': twice })
    expect([answer.status, answer.json.campos]).toEqual([
      422,
      { 'Idempotency-Key': ['O campo Idempotency-Key foi enviado mais de uma vez'] },
    ])
  }
  expect(await book.count('evento_faturamento')).toBe(before)
  // One key may have a comma in it.
  expect((await book.register(evento(ids), key('minha, do proxy'))).status).toBe(200)
})

test('stored answers are deleted once they are a day old, and not before', async () => {
  const day = 86_400_000
  await book.register(evento(ids), key('velha'))
  await book.register(evento(ids), key('nova'))
  const age = `UPDATE idempotencia SET criado_em = $2 WHERE chave = $1`
  const now = new Date()
  await desk.database.pool.query(age, ['velha', new Date(now.getTime() - day)])
  await desk.database.pool.query(age, ['nova', new Date(now.getTime() - day + 1)])
  expect(await forgetAnswers(desk.database, now)).toBe(1)
  expect(await forgetAnswers(desk.database, now)).toBe(0)
  const { rows } = await desk.database.pool.query(`SELECT chave FROM idempotencia WHERE chave IN ('velha', 'nova')`)
  expect(rows).toEqual([{ chave: 'nova' }])
})
