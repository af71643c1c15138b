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
 * The idempotency keys of one form. The key is the same for every attempt with the same content, so a retry after a
 * lost answer or a double click never does it twice. It changes with the content, and after a success. `last` is what
 * the form had sent before the user left it.
 */
export function chavesDoFormulario(last: Envio | null = null) {
  /** A body that was sent before `last`, with other content, got no answer. */
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
    /** Whether another body was sent and nobody knows if the server acted on it. */
    mayHaveDone: (body: object) => unanswered || (last !== null && last.corpo !== JSON.stringify(body)),
    /** Call it when the server has certainly not acted on the last body. */
    refused() {
      last = null
    },
    forget() {
      last = null
      unanswered = false
    },
  }
}
