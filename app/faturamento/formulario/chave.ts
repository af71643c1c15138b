/** A random key; `crypto.randomUUID` exists on HTTPS and loopback only. */
const novaChave = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, '0')).join('')

/**
 * The Idempotency-Key of one filled-in form: the same for every try of the same words, so that a lost answer or a double
 * click never registers twice; another as soon as anything was changed or the event was registered.
 */
export function chavesDoFormulario() {
  let last: { corpo: string; chave: string } | null = null
  return {
    of(body: object): string {
      const corpo = JSON.stringify(body)
      if (last?.corpo !== corpo) last = { corpo, chave: novaChave() }
      return last.chave
    },
    forget() {
      last = null
    },
  }
}
