import { quietly } from '../quietly.ts'

/**
 * Keeps what a user types into a form for this tab: it survives a reload, another page and the end of the session, not
 * a sign-out. `de` names what the form is about; nothing for a new one. Every access may throw (storage full or
 * forbidden); then nothing is kept.
 */
export function guardado<T>(idUsuario: number, form: string, de: number | string = '') {
  const key = `alo:${form}:${idUsuario}:${de}`
  return {
    read: () => quietly((): T | null => JSON.parse(sessionStorage.getItem(key) ?? 'null')),
    write: (words: T) => void quietly(() => sessionStorage.setItem(key, JSON.stringify(words))),
    forget: () => void quietly(() => sessionStorage.removeItem(key)),
  }
}
