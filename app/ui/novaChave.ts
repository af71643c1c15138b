/** A UUID by chance: `crypto.randomUUID` exists on HTTPS and loopback only. */
export function novaChave(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
