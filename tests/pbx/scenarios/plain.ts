import assert from 'node:assert/strict'
import { lastTold, maria, newCaller, type Place } from '../place.ts'
import { until } from '../until.ts'

export async function callerGivesUp(place: Place): Promise<void> {
  const ana = await place.screen('ana')
  const phone = await place.telephone('101')
  const call = await place.outside('101')
  const ring = await place.ringAt(phone)
  const { id, cliente, telefone } = await place.windowAt(ana)
  assert.match(cliente?.nome_razaosocial ?? '', /Maria/)
  assert.equal(telefone, maria)
  call.giveUp()
  assert.equal((await place.endAt(ana, id)).estado, 'cancelada')
  await until('the telephone is silent', () => ring.state === 'cancelled')
  assert.ok(await place.isMissed(maria))
}

export async function nobodyAnswers(place: Place): Promise<void> {
  const ana = await place.screen('ana')
  const phone = await place.telephone('101')
  const call = await place.outside('101')
  const ring = await place.ringAt(phone)
  const { id } = await place.windowAt(ana)
  assert.equal((await place.endAt(ana, id, 40_000)).estado, 'cancelada')
  await until('the telephone is silent', () => ring.state === 'cancelled')
  await until('the caller hears that nobody answers', () => call.status === 480)
}

export async function busy(place: Place): Promise<void> {
  const ana = await place.screen('ana')
  const phone = await place.telephone('101')
  const call = await place.outside('101')
  const ring = await place.ringAt(phone)
  ring.busy()
  const { id } = await place.windowAt(ana)
  assert.equal((await place.endAt(ana, id)).estado, 'cancelada')
  await until('the caller hears that it is busy', () => call.status === 486)
}

export async function telephoneIsOff(place: Place): Promise<void> {
  const ana = await place.screen('ana')
  const call = await place.outside('101')
  await until('the caller is refused', () => call.status >= 400)
  assert.deepEqual(await ana.events(), [])
}

export async function answeredThenHungUp(place: Place): Promise<void> {
  for (const who of ['agent', 'caller'] as const) {
    const ana = await place.screen('ana')
    const phone = await place.telephone('101')
    const caller = newCaller()
    const call = await place.outside('101', caller)
    const ring = await place.ringAt(phone)
    const { id } = await place.windowAt(ana)
    const talk = ring.answer()
    await until('they talk', () => call.dialog)
    await until('the window says that it is attended', () => lastTold(ana, id)?.atendida_em)
    if (who === 'agent') talk.hangUp()
    else call.dialog?.hangUp()
    const ended = await place.endAt(ana, id)
    assert.deepEqual([ended.estado, ended.encerrada_por], ['fechada', 'central'])
    assert.equal(await place.isMissed(caller), false)
    assert.deepEqual(await place.brokeOff(), [])
    await place.clear()
  }
}
