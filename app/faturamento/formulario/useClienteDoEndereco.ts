import { useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import { painel } from '../../api/painel.ts'
import type { Escolha } from './useEventoForm.ts'

/** Whom the address names (`?cliente=…&servico=…`) is picked as the page opens. Gives whether it names anybody. */
export function useClienteDoEndereco(onPick: (escolha: Escolha) => void): boolean {
  const params = useSearchParams()
  const id = params.get('cliente') ?? ''
  const servico = params.get('servico')
  const pick = useEffectEvent(onPick)
  useEffect(() => {
    if (!/^\d+$/.test(id)) return
    const leaving = new AbortController()
    painel.buscarClientes(id, leaving.signal).then(
      (clientes) => {
        const cliente = clientes.find((each) => String(each.id_cliente) === id)
        const named = cliente?.servicos.find((each) => String(each.id_cliente_servico) === servico)
        // Living contracts come first.
        const chosen = named ?? cliente?.servicos[0]
        if (cliente && chosen) pick({ cliente, servico: chosen })
      },
      // The search field is there for whoever was not found.
      () => undefined,
    )
    return () => leaving.abort()
  }, [id, servico])
  return id !== ''
}
