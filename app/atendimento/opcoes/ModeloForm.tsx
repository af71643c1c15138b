import '../../ui/jitless.ts'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type RefObject, useRef } from 'react'
import { camposModelo, type ModeloTexto, type NewModelo } from '#server/atendimento/wire/modelos'
import { sameWords, useRascunho } from '../../acesso/useRascunho.ts'
import { FormFailure } from '../../ui/feedback.tsx'
import { camposDe, conflictOf } from '../../ui/network/request.ts'
import { insertAtCursor } from '../../ui/parts/insertAtCursor.ts'
import { TextoLongo } from '../../ui/parts/TextoLongo.tsx'
import { Secao } from '../../ui/Secao.tsx'
import { useChangeModelos } from '../atendimentoQueries.ts'

const vazio: NewModelo = { titulo: '', texto: '' }
const wordsOf = ({ titulo, texto }: NewModelo): NewModelo => ({ titulo, texto })
/** As the server keeps them. */
const trimmed = ({ titulo, texto }: NewModelo): NewModelo => ({ titulo: titulo.trim(), texto: texto.trim() })

/** The unsaved words of a text's form, or of a new text's. */
export const useModeloRascunho = (modelo?: ModeloTexto) =>
  useRascunho('modelo', wordsOf(modelo ?? vazio), wordsOf, modelo?.id)

interface FormProps {
  titulo: string
  botao: string
  modelo?: ModeloTexto
  autoFocus?: boolean
  /** Called when the form closes. `wasHere`: the focus was in the form, or nowhere. */
  onDone?: (wasHere: boolean) => void
}

export function ModeloForm({ titulo, botao, modelo, autoFocus, onDone }: FormProps) {
  const { base: before, typed, keep, type, latest, isStill, store } = useModeloRascunho(modelo)
  const save = useChangeModelos((sent) => {
    // Deletes the kept words once exactly these were saved, also when the user has left the page meanwhile.
    const kept = store.read()
    if (kept && sameWords(kept.typed, wordsOf({ ...kept.base, ...sent }))) store.forget()
  })
  const texto = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const leave = () => {
    const { activeElement, body } = document
    store.forget()
    onDone?.(activeElement === body || form.current?.contains(activeElement) === true)
  }
  const campos = camposDe(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    // After a refusal that told the title now, it is the one that was read.
    const titulo_lido = modelo && conflictOf(save.error) && campos.titulo ? modelo.titulo : before.titulo
    // Only changed fields are sent: somebody else may have changed the others by now.
    const changed = {
      ...(typed.titulo !== before.titulo && { titulo: typed.titulo, titulo_lido }),
      ...(typed.texto !== before.texto && { texto: typed.texto, texto_lido: before.texto }),
    }
    if (modelo && Object.keys(changed).length === 0) return leave()
    save.mutate(modelo ? { id: modelo.id, ...changed } : typed, {
      // What was typed since the submit stays: it belongs to the next text, or to the next save of this one.
      onSuccess: () => {
        if (modelo && !isStill(typed)) keep(latest(), trimmed({ ...before, ...changed }))
        else if (modelo) leave()
        else if (isStill(typed)) keep(vazio)
      },
    })
  }
  return (
    <Secao titulo={titulo}>
      <form ref={form} noValidate onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Título"
            autoFocus={autoFocus}
            placeholder="Sem conexão: primeiro diagnóstico"
            maxLength={80}
            error={campos.titulo}
            value={typed.titulo}
            onChange={(event) => type({ titulo: event.currentTarget.value })}
          />
          <TextoLongo
            ref={texto}
            label="Texto"
            minRows={4}
            maxRows={14}
            maxLength={5_000}
            error={campos.texto}
            value={typed.texto}
            onChange={(event) => type({ texto: event.currentTarget.value })}
          />
          <Campos field={texto} />
          <FormFailure error={save.error} />
          <Group gap="xs">
            <Button type="submit" loading={save.isPending}>
              {botao}
            </Button>
            {onDone && (
              <Button variant="subtle" onClick={leave}>
                Cancelar
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Secao>
  )
}

function Campos({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  return (
    <Group gap={6} role="group" aria-label="Campos do cliente e do atendimento">
      {Object.entries(camposModelo).map(([campo, explicacao]) => (
        <Button
          key={campo}
          size="compact-xs"
          variant="default"
          title={explicacao}
          aria-label={`Inserir {${campo}}: ${explicacao}`}
          onClick={() => insertAtCursor(field.current, `{${campo}}`)}
        >
          {`{${campo}}`}
        </Button>
      ))}
    </Group>
  )
}
