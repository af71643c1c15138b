import type { Envio } from '../../ui/network/chavesDoFormulario.ts'
import { serverNow } from '../../ui/network/serverClock.tsx'
import { quietly } from '../../ui/quietly.ts'
import { corpoDe, type Escolha, novosValores, type Valores } from './eventoValores.ts'

interface Rascunho {
  valores: Valores
  escolha: Escolha | null
  /** The body and the key of the last request. */
  envio: Envio | null
}

/**
 * Keeps one user's form for this tab: it survives another page and a reload, not a sign-out. A form with a customer
 * alone is not kept. Every access may throw (storage full or forbidden); then nothing is kept.
 */
export function rascunhoDe(idUsuario: number) {
  const key = `alo:evento:${idUsuario}`
  /** Whether the kept form is this one: an emptied form deletes only its own. */
  let own = false
  const forget = () => void quietly(() => sessionStorage.removeItem(key))
  const stored = (): Rascunho | null =>
    quietly(() => {
      const kept: Rascunho | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
      return kept && { ...kept, valores: { ...novosValores(serverNow()), ...kept.valores } }
    })
  return {
    /** The kept form, unless it is about another customer; '' means any. */
    read: (idCliente: string) => {
      const left = stored()
      own = left !== null && ['', String(left.escolha?.cliente.id_cliente ?? idCliente)].includes(idCliente)
      return own ? left : null
    },
    write: (rascunho: Rascunho) => {
      const vazio = { ...novosValores(serverNow()), id_cliente_servico: rascunho.valores.id_cliente_servico }
      const nothing = JSON.stringify(rascunho.valores) === JSON.stringify(vazio)
      if (nothing && own) forget()
      if (!nothing) quietly(() => sessionStorage.setItem(key, JSON.stringify(rascunho)))
      own = !nothing
    },
    /** Deletes the kept form once exactly its content was registered. */
    registrado: (chave: string) => {
      const { envio, valores } = stored() ?? {}
      if (envio?.chave === chave && valores && envio.corpo === JSON.stringify(corpoDe(valores))) forget()
    },
  }
}
