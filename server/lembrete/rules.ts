import { dayAfter, deskDay, instantOf } from '../protocolo/rules/period.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { NewLembrete } from './wire.ts'

const yearMs = 366 * 86_400_000
export const maxOpen = 100

type Asked = Pick<NewLembrete, 'em_minutos' | 'dia' | 'hora'>

/** When the reminder is due. @throws Refusal invalid for a time that is past, or more than a year away */
export function dueAt({ em_minutos, dia = 'hoje', hora }: Asked, now: Date, timeZone: string): Date {
  const field = hora === undefined ? 'em_minutos' : 'hora'
  const at = hora === undefined ? now.getTime() + (em_minutos ?? 0) * 60_000 : wallTime(dia, hora, now, timeZone)
  if (at <= now.getTime()) throw invalid({ [field]: ['já passou: escolha uma hora que ainda vem'] })
  if (at > now.getTime() + yearMs) throw invalid({ [field]: ['fica a mais de um ano: escolha um dia mais perto'] })
  return new Date(at)
}

function wallTime(dia: string, hora: string, now: Date, timeZone: string): number {
  const hoje = deskDay(now, timeZone)
  return instantOf(dia === 'hoje' ? hoje : dia === 'amanha' ? dayAfter(hoje, 1) : dia, hora, timeZone).getTime()
}

export const tooManyOpen = () =>
  new Refusal('conflict', `Você já tem ${maxOpen} lembretes em aberto: marque algum como feito e tente de novo`)
