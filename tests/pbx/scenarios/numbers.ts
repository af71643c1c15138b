import assert from 'node:assert/strict'
import { maria, type Place } from '../place.ts'

const asSaid = (from: string) => `<sip:${from}@127.0.0.9>`

/** From headers as carriers write them, with or without a number, and what the window shows. */
const said: [from: string, shown: { telefone: string | null; customer: boolean }][] = [
  [asSaid('+5537999912222'), { telefone: '5537999912222', customer: true }],
  [asSaid('037999912222'), { telefone: '037999912222', customer: true }],
  [asSaid('01537999912222'), { telefone: '01537999912222', customer: true }],
  ['"Anonymous" <sip:anonymous@anonymous.invalid>', { telefone: null, customer: false }],
  [asSaid('joao.silva'), { telefone: null, customer: false }],
  [`"O \\"Zé\\", {${maria}}" ${asSaid(maria)}`, { telefone: maria, customer: true }],
  [asSaid(`%22${maria}%22`), { telefone: maria, customer: true }],
  [asSaid('1234567890'.repeat(4)), { telefone: null, customer: false }],
]

export async function numbersAsCarriersWriteThem(place: Place): Promise<void> {
  const ana = await place.screen('ana')
  const phone = await place.telephone('101')
  for (const [n, [from, shown]] of said.entries()) {
    const call = await place.outside('101', from)
    await place.ringAt(phone, n)
    const { id, telefone, cliente } = await place.windowAt(ana, n)
    assert.deepEqual({ from, telefone, customer: cliente !== null }, { from, ...shown })
    call.giveUp()
    await place.endAt(ana, id)
  }
}
