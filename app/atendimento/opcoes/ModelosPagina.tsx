'use client'
import { Badge, Button, Code, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ModeloTexto } from '#server/atendimento/wire/modelos'
import { FailureAlert, Loading, QueryFailure } from '../../ui/feedback.tsx'
import { UsoBotao, useFirme } from '../../ui/lista/EmUso.tsx'
import { Sub } from '../../ui/Sub.tsx'
import { useChangeModelos, useModelos } from '../atendimentoQueries.ts'
import { ModeloForm, useModeloRascunho } from './ModeloForm.tsx'

export function ModelosPagina() {
  const modelos = useModelos()
  const change = useChangeModelos()
  const ids = (modelos.data ?? []).map(({ id }) => id)
  const { guard, aviso } = useFirme(ids, change.isError)
  return (
    <Stack gap="md" maw={900}>
      <ModeloForm titulo="Novo modelo" botao="Criar modelo" />
      <QueryFailure query={modelos} />
      <FailureAlert error={change.error} />
      {modelos.isPending && <Loading texto="Carregando modelos" />}
      {modelos.data?.length === 0 && (
        <Sub>Nenhum modelo ainda. O primeiro que você criar aparece no editor de todos os atendentes.</Sub>
      )}
      <Stack {...guard} gap="md">
        {modelos.data?.map((modelo) => (
          <Modelo
            key={modelo.id}
            modelo={modelo}
            busy={change.isPending && change.variables.id === modelo.id}
            onToggle={() => change.mutate({ id: modelo.id, ativo: !modelo.ativo })}
          />
        ))}
        {aviso}
      </Stack>
    </Stack>
  )
}

/** A text, or its form, which opens by itself where it was left with unsaved words. Several may be open at once. */
function Modelo({ modelo, ...item }: Pick<ItemProps, 'modelo' | 'busy' | 'onToggle'>) {
  const { left } = useModeloRascunho(modelo)
  const [editing, setEditing] = useState(left !== null)
  /** Whether what is drawn next takes the focus: the user has just opened the form, or closed it from within. */
  const [focus, setFocus] = useState(false)
  const turn = (editing: boolean, focus: boolean) => {
    setEditing(editing)
    setFocus(focus)
  }
  if (!editing) return <ModeloItem modelo={modelo} focus={focus} onEdit={() => turn(true, true)} {...item} />
  return (
    <ModeloForm
      titulo={`Editar ${modelo.titulo}`}
      botao="Salvar modelo"
      modelo={modelo}
      autoFocus={focus}
      onDone={(wasHere) => turn(false, wasHere)}
    />
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
          {!ativo && <Badge color="gray">Fora de uso</Badge>}
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
