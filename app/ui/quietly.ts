/** The result of `act`, or null if it throws: any access to a browser's storage throws when it is full or forbidden. */
export function quietly<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
