/** A request's body as it was sent, and the key it was sent under. */
export interface Envio {
  corpo: string
  chave: string
}

/** `crypto.randomUUID` exists on HTTPS and loopback only. */
function novaChave(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * The keys of one form's attempts. The key is the same for every attempt with the same content, so a lost answer or a
 * double click never does it twice. It changes with the content, and after a success. `last` is what was sent before the
 * form was left.
 */
export function chavesDoFormulario(last: Envio | null = null) {
  /** One that was sent before `last`, with other words, was not answered. */
  let unanswered = false
  return {
    of(body: object): string {
      const corpo = JSON.stringify(body)
      if (last?.corpo !== corpo) {
        unanswered ||= last !== null
        last = { corpo, chave: novaChave() }
      }
      return last.chave
    },
    last: () => last,
    /** Something else was sent, and nobody knows whether it was done. */
    mayHaveDone: (body: object) => unanswered || (last !== null && last.corpo !== JSON.stringify(body)),
    /** What was sent last was surely not done. */
    refused() {
      last = null
    },
    forget() {
      last = null
      unanswered = false
    },
  }
}
