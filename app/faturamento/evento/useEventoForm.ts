import { type UseFormReturnType, useForm } from '@mantine/form'
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { chavesDoFormulario } from '../../ui/network/chavesDoFormulario.ts'
import { ApiError, camposDe } from '../../ui/network/request.ts'
import { serverNow } from '../../ui/network/serverClock.tsx'
import { useRegistro, useTipos } from '../faturamentoQueries.ts'
import {
  corpoDe,
  errosDe,
  judgeValores,
  novosValores,
  previaDe,
  type ServicoEscolhido,
  type Valores,
} from './eventoValores.ts'
import { rascunhoDe } from './rascunho.ts'

export type EventoCampos = UseFormReturnType<Valores>
export type EventoFormState = ReturnType<typeof useEventoForm>

/**
 * The form's state: typed, judged, confirmed, sent once. It begins with the kept form, unless that is about another
 * customer than `idCliente` ('' for any).
 */
export function useEventoForm(idCliente: string) {
  const usuario = useUsuario()
  const [rascunho] = useState(() => rascunhoDe(usuario.id))
  const tipos = useTipos()
  const form = useForm<Valores>({
    initialValues: novosValores(serverNow()),
    validate: (valores) => errosDe(valores, tipos.data),
    enhanceGetInputProps: ({ field }) => ({ name: field }),
  })
  const tiposVieram = tipos.data !== undefined
  // "The list has not come yet" is no longer true.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the list comes
  useEffect(() => {
    if (form.errors.id_tipo_servico) form.validateField('id_tipo_servico')
  }, [tiposVieram])
  const [escolha, setEscolha] = useState<ServicoEscolhido | null>(null)
  const [confirming, setConfirming] = useState(false)
  const chaves = useRef(chavesDoFormulario())
  const send = useRegistro(rascunho.registrado)

  // In an effect, because the server drew the page without the kept form.
  const restored = useRef(false)
  const kept = useRef<ServicoEscolhido | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useLayoutEffect(() => {
    const left = rascunho.read(idCliente)
    if (!left) return
    form.setValues(left.valores)
    setEscolha(left.escolha)
    kept.current = left.escolha
    chaves.current = chavesDoFormulario(left.envio)
  }, [])
  const { values } = form
  useEffect(() => {
    if (restored.current) rascunho.write({ valores: values, escolha, envio: chaves.current.last() })
    restored.current = true
  }, [rascunho, values, escolha])

  const review = form.onSubmit(
    () => setConfirming(true),
    (erros) => {
      const [first = ''] = Object.keys(erros)
      form.getInputNode(first)?.focus()
    },
  )

  return {
    form,
    tipos,
    escolha,
    /** Null until amount and time are known. */
    previa: previaDe(form.values),
    julgado: judgeValores(form.values),
    /** Whether an earlier attempt with other content got no answer. */
    incerto: !send.isPending && chaves.current.mayHaveDone(corpoDe(form.values)),
    confirming,
    send,
    pick(picked: ServicoEscolhido | null) {
      kept.current = null
      setEscolha(picked)
      form.setFieldValue('id_cliente_servico', picked?.servico.id_cliente_servico ?? null)
    },
    /** Whether the kept form is about this customer, and this service where one is named. */
    keeps: (cliente: number, servico: string | null) =>
      kept.current?.cliente.id_cliente === cliente &&
      (servico === null || String(kept.current.servico.id_cliente_servico) === servico),
    submit(event: SyntheticEvent<HTMLFormElement>) {
      send.reset()
      review(event)
    },
    back: () => setConfirming(false),
    confirm() {
      if (send.isPending) return
      const body = corpoDe(form.values)
      const chave = chaves.current.of(body)
      rascunho.write({ valores: form.values, escolha, envio: chaves.current.last() })
      send.mutate(
        { body, chave },
        {
          onSettled: () => setConfirming(false),
          onSuccess() {
            chaves.current.forget()
            setEscolha(null)
            form.setValues(novosValores(serverNow()))
          },
          onError(error) {
            if (!(error instanceof ApiError)) return
            // After a 422 nothing is registered under this key: a registered event is answered without a new check.
            if (error.status === 422) chaves.current.refused()
            rascunho.write({ valores: form.values, escolha, envio: chaves.current.last() })
            form.setErrors(camposDe(error))
          },
        },
      )
    },
  }
}
