import { z } from 'zod'

function isDay(text: string): boolean {
  const [ano, mes, dia] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))]
  if (mes < 1 || mes > 12 || dia < 1) return false
  if (dia <= 28) return true
  const day = new Date(0)
  day.setUTCFullYear(ano, mes - 1, dia)
  return day.getUTCMonth() === mes - 1
}

/** `YYYY-MM-DD HH:MM:SS`, a moment that exists in the calendar, without a zone: the spec's only form of date and time. */
export const momentoSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'deve ter a forma AAAA-MM-DD HH:MM:SS')
  .refine(isDay, 'não existe no calendário')

/** `YYYY-MM-DD`, a day that exists in the calendar. */
export const diaSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'deve ter a forma AAAA-MM-DD')
  .refine(isDay, 'não existe no calendário')
