import type { z } from 'zod'
import type { Mistakes } from './refusal.ts'

/** zod's issues by field. What concerns no field stands under `corpo`. */
export function mistakesOf(error: z.ZodError): Mistakes {
  const mistakes: Mistakes = {}
  for (const { path, message } of error.issues) {
    const field = path.length === 0 ? 'corpo' : path.map(String).join('.')
    mistakes[field] = [...new Set([...(mistakes[field] ?? []), message])]
  }
  return mistakes
}
