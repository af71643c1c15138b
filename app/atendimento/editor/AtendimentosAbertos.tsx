import { Anchor, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import Link from 'next/link'
import { useId, useRef, useState } from 'react'
import type { AtendimentoListado } from '#server/atendimento/wire/atendimento'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { useLembretes } from '../../lembrete/lembreteQueries.ts'
import { Loading, QueryFailure } from '../../ui/feedback.tsx'
import { awaitField } from '../../ui/parts/awaitedField.ts'
import { fetchedLater } from '../../ui/parts/fetchedLater.tsx'
import { useRecusaAfter } from '../../ui/parts/useRecusa.tsx'
import { useAtendimentosAbertos } from '../atendimentoQueries.ts'
import { useEditor } from './Editores.tsx'

const AtendimentoEditor = fetchedLater(() =>
  import('./AtendimentoEditor.tsx').then((module) => module.AtendimentoEditor),
)

/** The agent's open tickets without a window (`except`): their calls were cancelled or closed. */
export function AtendimentosAbertos({ except }: { except: number[] }) {
  const heading = useId()
  const eu = useUsuario()
  const { data, error, refetch } = useAtendimentosAbertos()
  // A resumed ticket stays in sight after it was closed, so that it can be reopened.
  const [resumed, setResumed] = useState<AtendimentoListado[]>([])

  const { atendimentos = [], total = 0 } = data ?? {}
  const listed = atendimentos.filter((each) => !except.includes(each.id))
  const gone = resumed.filter((each) => !except.includes(each.id) && !listed.some(({ id }) => id === each.id))
  const items = [...gone, ...listed]
  const stopAwaiting = useRef(() => {})
  // The reminders below stand at the foot of the screen: a new one moves these up.
  const { guard, aviso } = useRecusaAfter([...items, ...useLembretes()].map(({ id }) => id).join())
  if (items.length === 0 && !error) return null

  const toggle = (item: AtendimentoListado) => {
    stopAwaiting.current()
    if (resumed.some(({ id }) => id === item.id)) return setResumed(resumed.filter(({ id }) => id !== item.id))
    stopAwaiting.current = awaitField()
    // Words that another tab saves are no news, so this one may not have them.
    void refetch()
    setResumed([item, ...resumed])
  }
  return (
    <Paper {...guard} component="section" aria-labelledby={heading} withBorder p="sm">
      {aviso}
      <Stack gap={4}>
        <Title order={2} size="sm" id={heading}>
          Atendimentos em aberto
        </Title>
        <QueryFailure query={{ error, refetch }} />
        {items.map((item) => (
          <AtendimentoItem
            key={item.id}
            item={item}
            opened={resumed.some(({ id }) => id === item.id)}
            onToggle={() => toggle(item)}
          />
        ))}
        {total > atendimentos.length && (
          <Text size="sm">
            e mais {total - atendimentos.length}, mais {total - atendimentos.length === 1 ? 'antigo' : 'antigos'}:{' '}
            <Anchor component={Link} href={`/atendimentos?estado=aberto&usuario=${eu.id}`} prefetch={false} inherit>
              ver todos
            </Anchor>
          </Text>
        )}
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
    <article aria-label={`Atendimento ${item.protocolo_formatado}`}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Box miw={0}>
          <Text size="sm" fw={600} truncate title={item.cliente?.nome_razaosocial}>
            {item.cliente?.nome_razaosocial ?? 'Sem cliente'}
          </Text>
          {/* One line, whatever stands in it: nothing below moves when the words are saved. */}
          <Text size="xs" c="dimmed" className="algarismos" truncate>
            {editor.unsaved && (
              <Text span inherit c="var(--mantine-color-error)">
                Texto não salvo ·{' '}
              </Text>
            )}
            {item.protocolo_formatado}
            {item.cliente && ` · código ${item.cliente.codigo_cliente}`}
            {item.passado_de && ` · recebido de ${item.passado_de}`}
          </Text>
        </Box>
        <Button size="xs" variant="light" style={{ flexShrink: 0 }} aria-expanded={opened} onClick={onToggle}>
          {opened ? 'Recolher' : 'Retomar'}
        </Button>
      </Group>
      {opened && (
        <Box mt="sm" px="md" maw={760}>
          <AtendimentoEditor atendimento={item} autoFocus meanwhile={<Loading texto="Abrindo o atendimento" />} />
        </Box>
      )}
    </article>
  )
}
