import assert from 'node:assert/strict'
import { lastTold, newCaller, type Place } from '../place.ts'
import { until } from '../until.ts'

/** Prepares a conversation between a caller from outside and Ana. Bruno's telephone is registered. */
async function talking(place: Place) {
  const [ana, bruno] = [await place.screen('ana'), await place.screen('bruno')]
  const [phone, other] = [await place.telephone('101'), await place.telephone('102')]
  const caller = newCaller()
  const call = await place.outside('101', caller)
  const ring = await place.ringAt(phone)
  const hers = await place.windowAt(ana)
  const talk = ring.answer()
  await until('her window says that it is attended', () => lastTold(ana, hers.id)?.atendida_em)
  await until('they talk', () => call.dialog)
  return { ana, bruno, phone, other, caller, call, hers, talk }
}

export async function blindTransfer(place: Place): Promise<void> {
  const { ana, bruno, other, caller, call, hers, talk } = await talking(place)
  talk.transfer('102')
  const ring = await place.ringAt(other)
  const his = await place.windowAt(bruno)
  assert.equal(his.telefone, caller)
  const { estado, encerrada_por } = await place.endAt(ana, hers.id)
  assert.deepEqual([estado, encerrada_por], ['fechada', 'central'])
  ring.answer()
  await until('his window says that it is attended', () => lastTold(bruno, his.id)?.atendida_em)
  call.dialog?.hangUp()
  assert.equal((await place.endAt(bruno, his.id)).estado, 'fechada')
  assert.equal(await place.isMissed(caller), false)
  assert.deepEqual(await place.brokeOff(), [])
}

/**
 * A limit of the dialplan: after an attended transfer Bruno's window still shows Ana's extension and no customer. It
 * ends with the conversation all the same.
 */
export async function attendedTransferKeepsTheAgentsWindow(place: Place): Promise<void> {
  const { ana, bruno, phone, other, caller, call, hers, talk } = await talking(place)
  const consulting = await phone.call('102')
  const ring = await place.ringAt(other)
  const his = await place.windowAt(bruno)
  assert.deepEqual([his.telefone, his.cliente], ['101', null])
  ring.answer()
  const asked = await until('they consult', () => consulting.dialog)
  talk.transfer('102', asked)
  await place.endAt(ana, hers.id)
  assert.equal(lastTold(bruno, his.id)?.telefone, '101')
  call.dialog?.hangUp()
  assert.equal((await place.endAt(bruno, his.id)).estado, 'fechada')
  assert.equal(await place.isMissed(caller), false)
}

export async function telephoneForwards(place: Place): Promise<void> {
  const [ana, bruno] = [await place.screen('ana'), await place.screen('bruno')]
  const [phone, other] = [await place.telephone('101'), await place.telephone('102')]
  const caller = newCaller()
  const call = await place.outside('101', caller)
  const ring = await place.ringAt(phone)
  const hers = await place.windowAt(ana)
  ring.forward('102')
  const taken = await place.ringAt(other)
  const his = await place.windowAt(bruno)
  assert.equal(his.telefone, caller)
  await place.endAt(ana, hers.id)
  taken.answer()
  await until('his window says that it is attended', () => lastTold(bruno, his.id)?.atendida_em)
  await until('they talk', () => call.dialog)
  call.dialog?.hangUp()
  assert.equal((await place.endAt(bruno, his.id)).estado, 'fechada')
  assert.equal(await place.isToCallBack(caller), false)
}

export async function colleaguePicksUp(place: Place): Promise<void> {
  const [ana, bruno] = [await place.screen('ana'), await place.screen('bruno')]
  const [phone, other] = [await place.telephone('101'), await place.telephone('102')]
  const caller = newCaller()
  const call = await place.outside('101', caller)
  const ring = await place.ringAt(phone)
  const hers = await place.windowAt(ana)
  const picked = await other.call('*8')
  await until('they talk', () => call.dialog && picked.dialog)
  await until('her telephone is silent', () => ring.state === 'cancelled')
  const his = await place.windowAt(bruno)
  assert.equal(his.telefone, caller)
  await until('his window says that it is attended', () => lastTold(bruno, his.id)?.atendida_em)
  await place.endAt(ana, hers.id)
  picked.dialog?.hangUp()
  const { estado, encerrada_por } = await place.endAt(bruno, his.id)
  assert.deepEqual([estado, encerrada_por], ['fechada', 'central'])
  assert.equal(await place.isToCallBack(caller), false)
  assert.deepEqual(await place.brokeOff(), [])
}

export async function oneOfTwoTelephonesRings(place: Place): Promise<void> {
  const ana = await place.screen('ana')
  const phones = [await place.telephone('101'), await place.telephone('101')]
  const call = await place.outside('101', newCaller())
  await until('one of them rings', () => phones.find(({ rings }) => rings.length > 0))
  const { id } = await place.windowAt(ana)
  call.giveUp()
  await place.endAt(ana, id)
  assert.deepEqual(await ana.events(), ['ligacao:aberta', 'ligacao:encerrada'])
}
