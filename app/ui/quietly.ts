/** Null where it throws, as every access to a storage may that is full or forbidden. */
export function quietly<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
