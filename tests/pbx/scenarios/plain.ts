import assert from 'node:assert/strict'
import type { Place } from '../place.ts'

export async function callerGivesUp(place: Place): Promise<void> {
  const ana = await place.screen('ana')
  const phone = await place.telephone('101')
  const call = await place.outside('101')
  const ring = await place.ringAt(phone)
  const { id, cliente, telefone } = await place.windowAt(ana)
  assert.match(cliente?.nome_razaosocial ?? '', /Maria/)
  assert.equal(telefone, '37999912222')
  call.giveUp()
  assert.equal((await place.endAt(ana, id)).estado, 'cancelada')
  assert.equal(ring.state, 'cancelled')
}
