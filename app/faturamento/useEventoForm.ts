import { type UseFormReturnType, useForm } from '@mantine/form'
import { type SyntheticEvent, useRef, useState } from 'react'
import type { ClienteResumo, ServicoResumo } from '#server/cliente/wire/resumo'
import { ApiError } from '../ui/request.ts'
import { corpoDe, judgeValores, novosValores, previaDe, type Valores } from './eventoValores.ts'
import { useRegistro } from './faturamentoQueries.ts'

export interface Escolha {
  cliente: Pick<ClienteResumo, 'id_cliente' | 'nome_razaosocial' | 'codigo_cliente' | 'servicos'>
  servico: ServicoResumo
}
export type EventoCampos = UseFormReturnType<Valores>
export type EventoFormState = ReturnType<typeof useEventoForm>

/** The form's state: typed, judged by the contract, confirmed, sent once. */
export function useEventoForm() {
  const form = useForm<Valores>({
    initialValues: novosValores(new Date()),
    validate: (valores) => judgeValores(valores).erros ?? {},
    enhanceGetInputProps: ({ field }) => ({ name: field }),
  })
  const [escolha, setEscolha] = useState<Escolha | null>(null)
  const [confirming, setConfirming] = useState(false)
  const chaves = useRef(chavesDoFormulario())
  const send = useRegistro()

  /** Opens the confirmation, or shows what is wrong and goes to the first field of it. */
  const review = form.onSubmit(
    () => setConfirming(true),
    (erros) => {
      const [first = ''] = Object.keys(erros)
      form.getInputNode(first)?.focus()
    },
  )

  const parcelas = previaDe(form.values)

  return {
    form,
    escolha,
    /** Every installment as far as the form tells; null while it does not. */
    previa: parcelas,
    /** How many events pressing the button registers, as far as is known. */
    parcelas: parcelas?.length ?? 1,
    julgado: judgeValores(form.values),
    confirming,
    send,
    pick(picked: Escolha | null) {
      setEscolha(picked)
      form.setFieldValue('id_cliente_servico', picked?.servico.id_cliente_servico ?? null)
    },
    submit(event: SyntheticEvent<HTMLFormElement>) {
      send.reset()
      review(event)
    },
    back: () => setConfirming(false),
    confirm() {
      if (send.isPending) return
      const body = corpoDe(form.values)
      send.mutate(
        { body, chave: chaves.current.of(body) },
        {
          onSettled: () => setConfirming(false),
          onSuccess() {
            chaves.current.forget()
            setEscolha(null)
            form.setValues(novosValores(new Date()))
          },
          onError: (error) => error instanceof ApiError && form.setErrors(errosDoServidor(error)),
        },
      )
    },
  }
}

const errosDoServidor = ({ campos }: ApiError) =>
  Object.fromEntries(Object.entries(campos).map(([campo, [sentence = '']]) => [campo, sentence]))

/** A random key; `crypto.randomUUID` exists on HTTPS and loopback only. */
const novaChave = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, '0')).join('')

/**
 * The Idempotency-Key of one filled-in form: the same for every try of the same words, so that a lost answer or a double
 * click never registers twice; another as soon as anything was changed or the event was registered.
 */
function chavesDoFormulario() {
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
