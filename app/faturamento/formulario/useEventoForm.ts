import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ClienteResumo, ServicoResumo } from '#server/cliente/wire/resumo'
import { ApiError } from '../../ui/request.ts'
import { faturamento } from '../api.ts'
import { chavesDoFormulario } from './chave.ts'
import { type Campo, corpoDe, type Erros, julgar, novosValores, type Valores } from './valores.ts'

export interface Escolha {
  cliente: Pick<ClienteResumo, 'id_cliente' | 'nome_razaosocial' | 'codigo_cliente' | 'servicos'>
  servico: ServicoResumo
}

/** The form's state: typed, judged by the contract, confirmed, sent once. */
export function useEventoForm() {
  const [valores, setValores] = useState<Valores>(() => novosValores(new Date()))
  const [escolha, setEscolha] = useState<Escolha | null>(null)
  const [shown, setShown] = useState<Erros>({})
  const [confirming, setConfirming] = useState(false)
  const chaves = useRef(chavesDoFormulario())
  const cache = useQueryClient()
  const julgado = julgar(valores)

  const send = useMutation({
    mutationFn: () => {
      const body = corpoDe(valores)
      return faturamento.registrar(body, chaves.current.of(body))
    },
    onSuccess: () => {
      chaves.current.forget()
      setConfirming(false)
      setShown({})
      setEscolha(null)
      setValores(novosValores(new Date()))
      void cache.invalidateQueries({ queryKey: ['faturamento'] })
    },
    onError: (error) => {
      setConfirming(false)
      if (error instanceof ApiError) setShown(errosDoServidor(error))
    },
  })

  return {
    valores,
    escolha,
    erros: shown,
    julgado,
    confirming,
    send,
    change(changes: Partial<Valores>) {
      setValores((before) => ({ ...before, ...changes }))
      setShown((before) => without(before, Object.keys(changes) as Campo[]))
    },
    pick(picked: Escolha | null) {
      setEscolha(picked)
      setValores((before) => ({ ...before, id_cliente_servico: picked?.servico.id_cliente_servico ?? null }))
      setShown((before) => without(before, ['id_cliente_servico']))
    },
    /** Opens the confirmation, or shows what is wrong and names the first field of it. */
    review(): Campo | null {
      send.reset()
      setShown(julgado.erros ?? {})
      setConfirming(julgado.erros === undefined)
      return (Object.keys(valores) as Campo[]).find((campo) => julgado.erros?.[campo]) ?? null
    },
    back: () => setConfirming(false),
    confirm: () => {
      if (!send.isPending) send.mutate()
    },
  }
}

const without = (erros: Erros, campos: Campo[]): Erros =>
  Object.fromEntries(Object.entries(erros).filter(([campo]) => !campos.includes(campo as Campo)))

const errosDoServidor = ({ campos }: ApiError): Erros =>
  Object.fromEntries(Object.entries(campos).map(([campo, [sentence = '']]) => [campo, sentence]))
