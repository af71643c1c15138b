'use client'
import '../../ui/jitless.ts'
import { Badge, Button, Code, Group, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import { camposModelo, type ModeloTexto } from '#server/atendimento/wire/modelos'
import { Abas } from '../../acesso/Abas.tsx'
import { SoPara } from '../../acesso/SoPara.tsx'
import { FailureAlert, FormFailure, Loading } from '../../ui/feedback.tsx'
import { UsoBotao } from '../../ui/lista/EmUso.tsx'
import { camposDe } from '../../ui/network/request.ts'
import { insertAtCursor } from '../../ui/parts/insertAtCursor.ts'
import { useChangeModelos, useModelos } from '../atendimentoQueries.ts'

export function ModelosPagina() {
  return (
    <SoPara quem="supervisao">
      <Stack gap="md" maw={1400} mx="auto">
        <Abas titulo="Atendimentos" />
        <Stack gap="md" maw={900}>
          <Modelos />
        </Stack>
      </Stack>
    </SoPara>
  )
}

function Modelos() {
  const modelos = useModelos()
  const change = useChangeModelos()
  /** The text that is being edited, also after its form closes, when the focus goes back to its button. */
  const [hand, setHand] = useState({ id: 0, editing: false })
  return (
    <>
      <ModeloForm titulo="Novo modelo" botao="Criar modelo" />
      {modelos.error && <FailureAlert error={modelos.error} onRetry={() => void modelos.refetch()} />}
      {change.error && <FailureAlert error={change.error} />}
      {modelos.isPending && <Loading texto="Carregando modelos" />}
      {modelos.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nenhum modelo ainda. O primeiro que você criar aparece no editor de todos os atendentes.
        </Text>
      )}
      {modelos.data?.map((modelo) =>
        hand.editing && hand.id === modelo.id ? (
          <ModeloForm
            key={modelo.id}
            titulo={`Editar ${modelo.titulo}`}
            botao="Salvar modelo"
            modelo={modelo}
            onDone={(wasHere) => setHand({ id: wasHere ? modelo.id : 0, editing: false })}
          />
        ) : (
          <ModeloItem
            key={modelo.id}
            modelo={modelo}
            busy={change.isPending && change.variables.id === modelo.id}
            focus={hand.id === modelo.id}
            onEdit={() => setHand({ id: modelo.id, editing: true })}
            onToggle={() => change.mutate({ id: modelo.id, ativo: !modelo.ativo })}
          />
        ),
      )}
    </>
  )
}

interface FormProps {
  titulo: string
  botao: string
  modelo?: ModeloTexto
  /** Called when the form closes. `wasHere`: the focus was in the form, or nowhere. */
  onDone?: (wasHere: boolean) => void
}

const vazio = { titulo: '', texto: '' }
/** As the server keeps them. */
const trimmed = ({ titulo, texto }: typeof vazio) => ({ titulo: titulo.trim(), texto: texto.trim() })

function ModeloForm({ titulo, botao, modelo, onDone }: FormProps) {
  const save = useChangeModelos()
  // The text as it was when the form opened or last saved it: the list may have been fetched again since.
  const [before, setBefore] = useState<typeof vazio>(modelo ?? vazio)
  const [typed, setTyped] = useState({ titulo: before.titulo, texto: before.texto })
  const latest = useRef(typed)
  latest.current = typed
  const texto = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const leave = () => {
    const { activeElement, body } = document
    onDone?.(activeElement === body || form.current?.contains(activeElement) === true)
  }
  const campos = camposDe(save.error)
  const submit = () => {
    if (save.isPending) return
    // Only changed fields are sent: somebody else may have changed the others by now.
    const changed = {
      ...(typed.titulo !== before.titulo && { titulo: typed.titulo }),
      ...(typed.texto !== before.texto && { texto: typed.texto, texto_lido: before.texto }),
    }
    if (modelo && Object.keys(changed).length === 0) return leave()
    save.mutate(modelo ? { id: modelo.id, ...changed } : typed, {
      // What was typed since the submit stays: it belongs to the next text, or to the next save of this one.
      onSuccess: () => {
        if (latest.current !== typed) return modelo && setBefore(trimmed({ ...before, ...changed }))
        if (modelo) leave()
        else setTyped(vazio)
      },
    })
  }
  return (
    <Paper component="section" aria-label={titulo} withBorder p="md">
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="sm">
          <Title order={2} size="h4">
            {titulo}
          </Title>
          <TextInput
            label="Título"
            autoFocus={modelo !== undefined}
            placeholder="Sem conexão: primeiro diagnóstico"
            maxLength={80}
            error={campos.titulo?.join('. ')}
            value={typed.titulo}
            onChange={(event) => setTyped({ ...typed, titulo: event.currentTarget.value })}
          />
          <Textarea
            ref={texto}
            label="Texto"
            autosize
            minRows={4}
            maxRows={14}
            maxLength={5_000}
            error={campos.texto?.join('. ')}
            value={typed.texto}
            onChange={(event) => setTyped({ ...typed, texto: event.currentTarget.value })}
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
    </Paper>
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

interface ItemProps {
  modelo: ModeloTexto
  busy: boolean
  focus: boolean
  onEdit: () => void
  onToggle: () => void
}

function ModeloItem({ modelo: { titulo, texto, ativo }, busy, focus, onEdit, onToggle }: ItemProps) {
  return (
    <Paper component="article" aria-label={titulo} withBorder p="md">
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {titulo}
          </Text>
          {!ativo && (
            <Badge variant="light" color="gray" tt="none">
              Fora de uso
            </Badge>
          )}
        </Group>
        <Group gap="xs">
          <Button size="xs" variant="default" autoFocus={focus} aria-label={`Editar ${titulo}`} onClick={onEdit}>
            Editar
          </Button>
          <UsoBotao nome={titulo} ativo={ativo} size="xs" loading={busy} onToggle={onToggle} />
        </Group>
      </Group>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {texto}
      </Code>
    </Paper>
  )
}
