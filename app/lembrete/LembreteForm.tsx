import { Button, Group, NativeSelect, Popover, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useUsuario } from '../acesso/Usuario.tsx'
import { FormFailure } from '../ui/feedback.tsx'
import { diaDaMesa } from '../ui/momento.ts'
import { chavesDoFormulario, type Envio } from '../ui/network/chavesDoFormulario.ts'
import { camposDe } from '../ui/network/request.ts'
import { serverNow } from '../ui/network/serverClock.tsx'
import { guardado, guardadosDe } from '../ui/parts/guardado.ts'
import { TextoLongo } from '../ui/parts/TextoLongo.tsx'
import { Alvo, type Pendente } from '../ui/parts/useMenuBotao.tsx'
import { type Assunto, useChangeLembretes } from './lembreteQueries.ts'

const quandos = [
  { value: '10', label: 'Em 10 min' },
  { value: '30', label: 'Em 30 min' },
  { value: '60', label: 'Em 1 hora' },
  { value: 'hoje', label: 'Hoje às' },
  { value: 'amanha', label: 'Amanhã às' },
  { value: 'outro', label: 'Outro dia às' },
]

const vazio = { palavras: '', quando: '30', dia: '', hora: '' }

interface Rascunho {
  form: typeof vazio
  /** The body and the key of the last request. */
  envio: Envio | null
}
const nada: Rascunho = { form: vazio, envio: null }

/**
 * Where a form keeps its words: by its subject, or, with nothing of its own, where the form of a call left words whose
 * button is gone. That is the call in whose window this button stands, if its ticket was opened since; for the form
 * without a subject, a call that has no window any more.
 */
function placeOf(idUsuario: number, alvo: Assunto, botao: Element | null) {
  const placeFor = (de?: number | string) => guardado(idUsuario, 'lembrete', nada, de)
  const own = placeFor(alvo.ligacao_id ?? alvo.atendimento_id)
  if (own.read()) return own
  const janela = botao?.closest('[data-ligacao]') ?? null
  const left = guardadosDe(idUsuario, 'lembrete').find((de) => {
    const isGone = isLigacao(de) && alvo.atendimento_id === undefined
    return (janela || isGone) && document.querySelector(`[data-ligacao="${de}"]`) === janela
  })
  return left === undefined ? own : placeFor(left)
}

/** No asterisk: every field is needed. */
const needed = { required: true, withAsterisk: false }

/** A failure stands in the form. */
const shown = () => undefined

/** A call is named by its UUID, a ticket by its number. */
const isLigacao = (de: string) => de.includes('-')

/** Words that are changed while a reminder is being saved stay in the form and become another reminder. */
export function LembreteForm({ botao, aberto, onChange, alvo }: Pendente & { alvo: Assunto }) {
  const { id } = useUsuario()
  const [store] = useState(() => placeOf(id, alvo, botao.current))
  const [left] = useState(store.read)
  const [form, setForm] = useState(left?.form ?? vazio)
  const latest = useRef(form)
  latest.current = form
  const [chaves] = useState(() => chavesDoFormulario(left?.envio))
  useEffect(() => {
    if (form.palavras === '') store.forget()
    else store.write({ form, envio: chaves.last() })
  }, [store, chaves, form])
  const { mutateAsync, isPending, error, reset } = useChangeLembretes()
  const set = (change: Partial<typeof form>) => {
    // A reset would drop the callbacks of the request that is under way.
    if (!isPending) reset()
    setForm((before) => ({ ...before, ...change }))
  }
  const emMinutos = /^\d/.test(form.quando)
  const erros = camposDe(error)
  const campo = (nome: keyof typeof form) => ({
    value: form[nome],
    error: erros[nome],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set({ [nome]: currentTarget.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The window behind must not get the submit event of this form.
    event.stopPropagation()
    if (isPending) return
    const { palavras, quando, dia, hora } = form
    const when = emMinutos
      ? { em_minutos: Number(quando) }
      : { dia: quando === 'outro' ? dia : quando === 'amanha' ? 'amanha' : 'hoje', hora }
    const chave = chaves.of({ palavras, ...when })
    store.write({ form, envio: chaves.last() })
    // Today and tomorrow are those of this moment, even if the request arrives after midnight.
    const dias = { hoje: 0, amanha: 1 }[quando]
    const noDia = dias !== undefined && { dia: diaDaMesa(dias, serverNow()) }
    const over = () => {
      chaves.forget()
      if (JSON.stringify(latest.current) !== JSON.stringify(form)) return
      // The call's window, and this form with it, may be gone by now.
      store.forget()
      setForm(vazio)
      onChange(false)
    }
    mutateAsync({ acao: 'anotar', body: { chave, palavras, ...when, ...noDia, ...alvo } }).then(over, shown)
  }
  return (
    <Popover
      position="bottom-start"
      width={320}
      shadow="md"
      // Inside the call's window, which stays as it is while the focus is in it.
      withinPortal={!botao.current?.closest('[data-ligacao]')}
      trapFocus
      // Hidden with its button, scrolled out of sight, it would lose the focus: letters would become shortcuts.
      hideDetached={false}
      opened={aberto}
      onChange={onChange}
    >
      <Popover.Target>
        <Alvo botao={botao} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Novo lembrete">
        <form onSubmit={submit}>
          <Stack gap="xs">
            <TextoLongo
              label="O que lembrar"
              data-autofocus
              minRows={2}
              maxRows={5}
              maxLength={280}
              {...campo('palavras')}
              {...needed}
            />
            <Group gap="xs" align="flex-start" grow>
              <NativeSelect label="Quando" data={quandos} {...campo('quando')} error={emMinutos && erros.em_minutos} />
              {!emMinutos && <TextInput label="Hora" type="time" {...campo('hora')} {...needed} />}
            </Group>
            {form.quando === 'outro' && <TextInput label="Dia" type="date" {...campo('dia')} {...needed} />}
            <FormFailure error={error} />
            <Group justify="flex-end">
              <Button type="submit" size="compact-md" variant="default" loading={isPending}>
                Anotar
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
