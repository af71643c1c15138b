import { diaCivil } from './format.ts'
import { noFuso } from './fuso.ts'

const hora = noFuso({ timeStyle: 'short' })
const diaEMes = noFuso({ day: '2-digit', month: '2-digit' })
/** '20/11/2025' */
const inteiro = noFuso({ day: '2-digit', month: '2-digit', year: 'numeric' })

function aDias(dias: number, dia: string): string {
  const [d = 0, m = 0, ano = 0] = dia.split('/').map(Number)
  return diaCivil.format(Date.UTC(ano, m - 1, d + dias))
}

function nomeDoDia(dia: string, hoje: string): string | undefined {
  if (dia === hoje) return 'hoje'
  if (dia === aDias(-1, hoje)) return 'ontem'
  return dia === aDias(1, hoje) ? 'amanhã' : undefined
}

/** By the desk's calendar: 'hoje 10:31', 'ontem 18:02', 'amanhã 08:00', '20/11 09:15', '20/11/2025 09:15'. */
export function momento(iso: string, now: number): string {
  const at = new Date(iso)
  const [dia, hoje] = [inteiro(at), inteiro(now)]
  const day = nomeDoDia(dia, hoje) ?? (dia.slice(-4) === hoje.slice(-4) ? diaEMes(at) : dia)
  return `${day} ${hora(at)}`
}

/** The day of the desk's calendar that is `dias` days after `now`, as requests name it: '2025-11-20'. */
export const diaDaMesa = (dias: number, now: number) => aDias(dias, inteiro(now)).split('/').reverse().join('-')
