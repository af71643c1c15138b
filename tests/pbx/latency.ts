import { newCaller, type Place } from './place.ts'
import { until } from './until.ts'

/**
 * Measures `calls` calls: from the telephone's first ring to the window's event at a screen, and from dialling to the
 * ring.
 */
export async function measure(place: Place, calls: number): Promise<string> {
  const ana = await place.screen('ana')
  const phone = await place.telephone('101')
  const shown = new Map<string, number>()
  ana.socket.on('ligacao:aberta', ({ id }) => void shown.set(id, performance.now()))
  const toWindow: number[] = []
  const toRing: number[] = []
  for (let n = 0; n < calls; n += 1) {
    const began = performance.now()
    const call = await place.outside('101', newCaller())
    const ring = await place.ringAt(phone, n)
    const { id } = await place.windowAt(ana, n)
    toRing.push(ring.at - began)
    toWindow.push((shown.get(id) ?? Number.NaN) - ring.at)
    call.giveUp()
    await place.endAt(ana, id)
    await until('the caller is gone', () => call.over)
  }
  const said = (values: number[]) => `p50 ${quantile(values, 0.5)} ms, p99 ${quantile(values, 0.99)} ms`
  return `${calls} calls: telephone's first ring to window ${said(toWindow)} (less than 0: before it rings); dialling to ring ${said(toRing)}`
}

const quantile = (values: number[], share: number) =>
  (values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0).toFixed(1)
