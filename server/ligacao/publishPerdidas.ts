import type { Desk } from '../desk.ts'
import type { ServerEvents } from './wire/ligacao.ts'

const event: keyof ServerEvents = 'perdidas:mudaram'

/** Something about these users' missed calls is another: their screens ask anew, if they show them. After the commit. */
export function tellPerdidas({ publisher }: Desk, usuarios: readonly number[]): void {
  for (const usuarioId of new Set(usuarios)) publisher.publish(usuarioId, event, {})
}
