import { type UseFormReturnType, useForm } from '@mantine/form'
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useUsuario } from '../acesso/Usuario.tsx'
import { ApiError } from '../ui/request.ts'
import { corpoDe, type Escolha, judgeValores, novosValores, previaDe, type Valores } from './eventoValores.ts'
import { useRegistro } from './faturamentoQueries.ts'
import { type Envio, rascunhoDe } from './rascunho.ts'

export type EventoCampos = UseFormReturnType<Valores>
export type EventoFormState = ReturnType<typeof useEventoForm>

/**
 * The form's state: typed, judged by the contract, confirmed, sent once. It begins as she left it, unless she comes for
 * another customer: `idCliente`, '' for none.
 */
export function useEventoForm(idCliente: string) {
  const usuario = useUsuario()
  const [rascunho] = useState(() => rascunhoDe(usuario.id))
  const form = useForm<Valores>({
    initialValues: novosValores(new Date()),
    validate: (valores) => judgeValores(valores).erros ?? {},
    enhanceGetInputProps: ({ field }) => ({ name: field }),
  })
  const [escolha, setEscolha] = useState<Escolha | null>(null)
  const [confirming, setConfirming] = useState(false)
  const chaves = useRef(chavesDoFormulario())
  const send = useRegistro(rascunho.registrado)

  // After the first drawing, which the server has made without knowing of it.
  const restored = useRef(false)
  const kept = useRef<Escolha | null>(null)
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
      kept.current = null
      setEscolha(picked)
      form.setFieldValue('id_cliente_servico', picked?.servico.id_cliente_servico ?? null)
    },
    /** True when the form was left with this customer, and this service where one is named. */
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
 * click never registers twice; another as soon as anything was changed or the event was registered. `last` is what was
 * sent before the form was left.
 */
function chavesDoFormulario(last: Envio | null = null) {
  return {
    of(body: object): string {
      const corpo = JSON.stringify(body)
      if (last?.corpo !== corpo) last = { corpo, chave: novaChave() }
      return last.chave
    },
    last: () => last,
    forget() {
      last = null
    },
  }
}
