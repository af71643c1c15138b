import assert from 'node:assert/strict'
import { group, queue } from '../exchange/configuration.ts'
import { lastTold, newCaller, type Place } from '../place.ts'
import { until } from '../until.ts'

export async function groupIsTakenByOne(place: Place): Promise<void> {
  const [ana, bruno] = [await place.screen('ana'), await place.screen('bruno')]
  const [phone, taking] = [await place.telephone('101'), await place.telephone('102')]
  const caller = newCaller()
  const call = await place.outside(group, caller)
  const [ring, taken] = [await place.ringAt(phone), await place.ringAt(taking)]
  const [hers, his] = [await place.windowAt(ana), await place.windowAt(bruno)]
  taken.answer()
  await until('they talk', () => call.dialog)
  assert.notEqual((await place.endAt(ana, hers.id)).estado, 'aberta')
  await until('his window says that it is attended', () => lastTold(bruno, his.id)?.atendida_em)
  await until('her telephone is silent', () => ring.state === 'cancelled')
  await until('nobody missed the call', async () => !(await place.isMissed(caller)))
  call.dialog?.hangUp()
  assert.equal((await place.endAt(bruno, his.id)).estado, 'fechada')
  assert.equal(await place.isMissed(caller), false)
}

export async function groupIsTakenByNobody(place: Place): Promise<void> {
  const [ana, bruno] = [await place.screen('ana'), await place.screen('bruno')]
  const phones = [await place.telephone('101'), await place.telephone('102')]
  const caller = newCaller()
  const call = await place.outside(group, caller)
  for (const phone of phones) await place.ringAt(phone)
  const [hers, his] = [await place.windowAt(ana), await place.windowAt(bruno)]
  call.giveUp()
  assert.equal((await place.endAt(ana, hers.id)).estado, 'cancelada')
  assert.equal((await place.endAt(bruno, his.id)).estado, 'cancelada')
  assert.equal(await place.isMissed(caller), true)
}

export async function queueRingsThreeRoundsUntilAbandoned(place: Place): Promise<void> {
  const ana = await place.screen('ana')
  const phone = await place.telephone('101')
  const caller = newCaller()
  const call = await place.outside(queue, caller)
  for (const round of [0, 1, 2]) {
    await place.ringAt(phone, round)
    const { id, telefone } = await place.windowAt(ana, round)
    assert.equal(telefone, caller)
    if (round === 2) call.dialog?.hangUp()
    assert.equal((await place.endAt(ana, id)).estado, 'cancelada')
  }
  assert.equal(await place.isMissed(caller), true)
  assert.deepEqual((await ana.sync()).ligacoes, [])
}

export async function queueIsAnsweredInItsSecondRound(place: Place): Promise<void> {
  const ana = await place.screen('ana')
  const phone = await place.telephone('101')
  const call = await place.outside(queue, newCaller())
  const first = await place.windowAt(ana)
  assert.equal((await place.endAt(ana, first.id)).estado, 'cancelada')
  const ring = await place.ringAt(phone, 1)
  const { id } = await place.windowAt(ana, 1)
  ring.answer()
  await until('the window says that it is attended', () => lastTold(ana, id)?.atendida_em)
  call.dialog?.hangUp()
  const { estado, encerrada_por } = await place.endAt(ana, id)
  assert.deepEqual([estado, encerrada_por], ['fechada', 'central'])
  assert.deepEqual(await place.brokeOff(), [])
}
