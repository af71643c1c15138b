/** Unsaved words kept in this browser, for one user and one ticket. They outlive a reload and a crash, not a save. */
export interface Rascunhos {
  read: (id: number) => string | null
  write: (id: number, texto: string) => void
  /** Forgets the words once the server has exactly these. */
  forget: (id: number, texto: string) => void
}

/** Every access may throw (storage full or forbidden); the words are then simply not kept here. */
export function localRascunhos(idUsuario: number): Rascunhos {
  const key = (id: number) => `alo:rascunho:${idUsuario}:${id}`
  const quietly = <T>(act: () => T): T | null => {
    try {
      return act()
    } catch {
      return null
    }
  }
  const read = (id: number) => quietly(() => localStorage.getItem(key(id)))
  return {
    read,
    write: (id, texto) => void quietly(() => localStorage.setItem(key(id), texto)),
    forget: (id, texto) => void quietly(() => read(id) === texto && localStorage.removeItem(key(id))),
  }
}
