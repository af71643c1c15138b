import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { AtendimentoListado } from '#server/atendimento/wire/atendimento'
import { FailureAlert, Loading } from '../../ui/feedback.tsx'
import { fetchedLater } from '../../ui/parts/fetchedLater.tsx'
import { useAtendimentosAbertos } from '../atendimentoQueries.ts'
import { useEditor } from './Editores.tsx'

const AtendimentoEditor = fetchedLater(() =>
  import('./AtendimentoEditor.tsx').then((module) => module.AtendimentoEditor),
)

/** The agent's open tickets without a window (`except`): their calls were cancelled or closed. */
export function AtendimentosAbertos({ except }: { except: number[] }) {
  const heading = useId()
  const { data, error, refetch } = useAtendimentosAbertos()
  // A resumed ticket stays in sight after it was closed, so that it can be reopened.
  const [resumed, setResumed] = useState<AtendimentoListado[]>([])

  const listed = (data ?? []).filter((each) => !except.includes(each.id))
  const gone = resumed.filter((each) => !except.includes(each.id) && !listed.some(({ id }) => id === each.id))
  const items = [...gone, ...listed]
  if (items.length === 0 && !error) return null

  const toggle = (item: AtendimentoListado) =>
    setResumed((before) =>
      before.some(({ id }) => id === item.id) ? before.filter(({ id }) => id !== item.id) : [item, ...before],
    )
  return (
    <Paper component="section" aria-labelledby={heading} withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4" id={heading}>
          Atendimentos em aberto
        </Title>
        {error && <FailureAlert error={error} onRetry={() => void refetch()} />}
        {items.map((item) => (
          <AtendimentoItem
            key={item.id}
            item={item}
            opened={resumed.some(({ id }) => id === item.id)}
            onToggle={() => toggle(item)}
          />
        ))}
      </Stack>
    </Paper>
  )
}

interface ItemProps {
  item: AtendimentoListado
  opened: boolean
  onToggle: () => void
}

function AtendimentoItem({ item, opened, onToggle }: ItemProps) {
  const { editor } = useEditor(item)
  return (
    <Paper component="article" aria-label={`Atendimento ${item.protocolo_formatado}`} withBorder p="sm">
      <Group justify="space-between" gap="xs">
        <Box miw={0}>
          <Text fw={600}>{item.cliente?.nome_razaosocial ?? 'Sem cliente'}</Text>
          <Text size="sm" c="dimmed" className="algarismos">
            {item.protocolo_formatado}
            {item.cliente && ` · código ${item.cliente.codigo_cliente}`}
            {item.passado_de && ` · recebido de ${item.passado_de}`}
          </Text>
        </Box>
        <Group gap="xs">
          {editor.unsaved && (
            <Text size="sm" c="var(--mantine-color-error)">
              Texto não salvo
            </Text>
          )}
          <Button size="xs" variant="light" aria-expanded={opened} onClick={onToggle}>
            {opened ? 'Recolher' : 'Retomar'}
          </Button>
        </Group>
      </Group>
      {opened && (
        <Box mt="sm" maw={760}>
          <AtendimentoEditor atendimento={item} meanwhile={<Loading texto="Abrindo o atendimento" />} />
        </Box>
      )}
    </Paper>
  )
}
