import type { Envio } from '../../ui/network/chavesDoFormulario.ts'
import { serverNow } from '../../ui/network/serverClock.tsx'
import { guardado } from '../../ui/parts/guardado.ts'
import { corpoDe, isServicoEscolhido, novosValores, type ServicoEscolhido, type Valores } from './eventoValores.ts'

interface Rascunho {
  valores: Valores
  escolha: ServicoEscolhido | null
  /** The body and the key of the last request. */
  envio: Envio | null
}

/** Keeps one user's form. A form with a customer alone is not kept. */
export function rascunhoDe(idUsuario: number) {
  const store = guardado<Rascunho>(idUsuario, 'evento', {
    valores: novosValores(serverNow()),
    escolha: null,
    envio: null,
  })
  /** Whether the kept form is this one: an emptied form deletes only its own. */
  let own = false
  const stored = (): Rascunho | null => {
    const kept = store.read()
    return kept && (kept.escolha === null || isServicoEscolhido(kept.escolha)) ? kept : null
  }
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
      if (nothing && own) store.forget()
      if (!nothing) store.write(rascunho)
      own = !nothing
    },
    /** Deletes the kept form once exactly its content was registered. */
    registrado: (chave: string) => {
      const { envio, valores } = stored() ?? {}
      if (envio?.chave === chave && valores && envio.corpo === JSON.stringify(corpoDe(valores))) store.forget()
    },
  }
}
