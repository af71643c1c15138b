import { corpoDe, type Escolha, novosValores, type Valores } from './eventoValores.ts'

/** What was sent last, and the Idempotency-Key it went with. */
export interface Envio {
  corpo: string
  chave: string
}

/** The form as she left it. */
export interface Rascunho {
  valores: Valores
  escolha: Escolha | null
  envio: Envio | null
}

/**
 * Keeps one user's form for this tab alone: it outlives another page and a reload, not a sign-out. A customer alone is
 * nothing to keep. Every access may throw (storage full or forbidden); the form is then simply not kept.
 */
export function rascunhoDe(idUsuario: number) {
  const key = `alo:evento:${idUsuario}`
  const quietly = <T>(act: () => T): T | null => {
    try {
      return act()
    } catch {
      return null
    }
  }
  /** What is kept came from this form: emptied, it forgets what it kept and not what another one did. */
  let own = false
  const forget = () => void quietly(() => sessionStorage.removeItem(key))
  const stored = (): Rascunho | null =>
    quietly(() => {
      const kept: Rascunho | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
      return kept && { ...kept, valores: { ...novosValores(new Date()), ...kept.valores } }
    })
  return {
    /** What she left, unless it is about another than this customer; '' is nobody in particular. */
    read: (idCliente: string) => {
      const left = stored()
      own = left !== null && ['', String(left.escolha?.cliente.id_cliente ?? idCliente)].includes(idCliente)
      return own ? left : null
    },
    write: (rascunho: Rascunho) => {
      const vazio = { ...novosValores(new Date()), id_cliente_servico: rascunho.valores.id_cliente_servico }
      const nothing = JSON.stringify(rascunho.valores) === JSON.stringify(vazio)
      if (nothing && own) forget()
      if (!nothing) quietly(() => sessionStorage.setItem(key, JSON.stringify(rascunho)))
      own = !nothing
    },
    /** Forgets the form once exactly what it says is registered, wherever she is by then. */
    registrado: (chave: string) => {
      const { envio, valores } = stored() ?? {}
      if (envio?.chave === chave && valores && envio.corpo === JSON.stringify(corpoDe(valores))) forget()
    },
  }
}
