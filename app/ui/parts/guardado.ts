import { quietly } from '../quietly.ts'

/**
 * Keeps what a user types into a form for this tab: it survives a reload, another page and the end of the session, not
 * a sign-out. `de` names what the form is about; nothing for a new one. Every access may throw (storage full or
 * forbidden); then nothing is kept. A reload may bring a newer version of the page: what is not in the shape of `like`
 * is not read, because the form could not be drawn with it. A null in `like` stands for anything, a list for any list.
 */
export function guardado<T>(idUsuario: number, form: string, like: T, de: number | string = '') {
  const key = `alo:${form}:${idUsuario}:${de}`
  const isLike = (kept: unknown): kept is T => hasShape(kept, like)
  return {
    read: () =>
      quietly(() => {
        const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
        return isLike(kept) ? kept : null
      }),
    write: (words: T) => void quietly(() => sessionStorage.setItem(key, JSON.stringify(words))),
    forget: () => void quietly(() => sessionStorage.removeItem(key)),
  }
}

/** At a sign-out. What other users left in this tab, when their sessions ended, waits for them. */
export const forgetGuardados = (idUsuario: number) =>
  void quietly(() => {
    for (const key of Object.keys(sessionStorage)) {
      const [, , deQuem = idUsuario] = key.split(':')
      if (Number(deQuem) === idUsuario) sessionStorage.removeItem(key)
    }
  })

/** What else this tab keeps forms of this name about. */
export const guardadosDe = (idUsuario: number, form: string): string[] =>
  quietly(() => {
    const prefix = `alo:${form}:${idUsuario}:`
    return Object.keys(sessionStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
  }) ?? []

/** By hand: zod weighs 45 kB, compressed, and the pages with these forms have none of it. */
function hasShape(kept: unknown, like: unknown): boolean {
  if (like === null) return true
  if (Array.isArray(like)) return Array.isArray(kept)
  if (typeof like !== 'object') return typeof kept === typeof like
  const parts = new Map<string, unknown>(Object.entries(kept ?? {}))
  return Object.entries(like).every(([name, part]) => hasShape(parts.get(name), part))
}
