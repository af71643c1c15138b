import assert from 'node:assert/strict'
import { demoToken } from '#server/demo/accounts'
import { newCaller, type Place } from '../place.ts'
import { until } from '../until.ts'

/** The exchange waits only one second for a desk that does not answer; the rest is tolerance. */
const postDialLimitMs = 2_500

export async function deskHangs(place: Place): Promise<void> {
  const phone = await place.telephone('101')
  const from = place.asterisk.log().length
  place.desk().child.kill('SIGSTOP')
  const began = performance.now()
  try {
    const call = await place.outside('101', newCaller())
    const waited = (await place.ringAt(phone)).at - began
    console.log(`        the telephone rang after ${Math.round(waited)} ms`)
    assert.ok(waited < postDialLimitMs, `the telephone rang after ${waited} ms`)
    call.giveUp()
    await until('the caller is gone', () => call.over)
  } finally {
    place.desk().child.kill('SIGCONT')
  }
  // The desk may or may not have read the notification (its sender is gone), and before the cancel or after it.
  await until('the exchange has told of the end', () =>
    /ALO_RESPOSTA=.*cancelada com|não aceitou cancelar/.test(place.asterisk.log().slice(from)),
  )
  assert.deepEqual((await place.screen('ana')).first.ligacoes, [])
}

export async function callerGivesUpDuringTheNotice(place: Place): Promise<void> {
  const phone = await place.telephone('101')
  const from = place.asterisk.log().length
  const said = () => place.asterisk.log().slice(from)
  place.desk().child.kill('SIGSTOP')
  try {
    const call = await place.outside('101', newCaller())
    await until('the exchange tells the desk', () => said().includes('ALO_CORPO='))
    call.giveUp()
    await until('the caller is gone', () => call.over)
  } finally {
    place.desk().child.kill('SIGCONT')
  }
  await until('the exchange has told of the end', () =>
    /ALO_RESPOSTA=.*cancelada com|não aceitou cancelar/.test(said()),
  )
  await until('the telephone is silent', () => phone.rings.every(({ state }) => state === 'cancelled'))
  assert.deepEqual((await place.screen('ana')).first.ligacoes, [])
}

export async function deskIsDown(place: Place): Promise<void> {
  const phone = await place.telephone('101')
  await place.desk().stop()
  const call = await place.outside('101', newCaller())
  const ring = await place.ringAt(phone)
  ring.answer()
  await until('they talk', () => call.dialog)
  call.dialog?.hangUp()
  await until('the exchange says so', () => place.asterisk.log().includes('Alô não aceitou notificar do ramal 101'))
  await place.startDesk()
  const ana = await place.screen('ana')
  assert.deepEqual(ana.first.ligacoes, [])
}

export async function deskIsKilledAmidCalls(place: Place): Promise<void> {
  const before = await place.screen('ana')
  const phone = await place.telephone('101')
  const call = await place.outside('101', newCaller())
  await place.ringAt(phone)
  const { id } = await place.windowAt(before)
  await place.desk().kill()
  await place.startDesk()
  const ana = await place.screen('ana')
  assert.deepEqual(
    ana.first.ligacoes.map((each) => each.id),
    [id],
  )
  call.giveUp()
  assert.equal((await place.endAt(ana, id)).estado, 'cancelada')
}

/**
 * A limit of the dialplan: nobody tells the desk of an end that came while it was down. The window says "pode ter
 * terminado".
 */
export async function callEndsWhileTheDeskIsDown(place: Place): Promise<void> {
  const before = await place.screen('ana')
  const phone = await place.telephone('101')
  const call = await place.outside('101', newCaller())
  await place.ringAt(phone)
  const { id } = await place.windowAt(before)
  await place.desk().kill()
  call.giveUp()
  await until('the caller is gone', () => call.over)
  await place.startDesk()
  const ana = await place.screen('ana')
  assert.deepEqual(
    ana.first.ligacoes.map((each) => [each.id, each.incerta]),
    [[id, true]],
  )
  await place.closeWindow('ana', id)
}

export async function wrongTokenIsInTheLog(place: Place): Promise<void> {
  const ana = await place.screen('ana')
  const phone = await place.telephone('101')
  const from = place.asterisk.log().length
  await place.asterisk.console('dialplan set global ALO_TOKEN alo_errado')
  try {
    const call = await place.outside('101', newCaller())
    await place.ringAt(phone)
    await until('the exchange says so', () =>
      /WARNING.*Alô não aceitou notificar do ramal 101: .*"status":"error"/.test(place.asterisk.log().slice(from)),
    )
    call.giveUp()
    await until('the caller is gone', () => call.over)
  } finally {
    await place.asterisk.console(`dialplan set global ALO_TOKEN ${demoToken}`)
  }
  assert.deepEqual(await ana.events(), [])
}

export async function tokenIsNotInTheLog(place: Place): Promise<void> {
  const ana = await place.screen('ana')
  const phone = await place.telephone('101')
  const from = place.asterisk.log().length
  const call = await place.outside('101', newCaller())
  await place.ringAt(phone)
  const { id } = await place.windowAt(ana)
  call.giveUp()
  await place.endAt(ana, id)
  const said = place.asterisk.log().slice(from)
  assert.match(said, /Executing \[avisa@alo/)
  assert.ok(!said.includes(demoToken))
}
