import { Paper, Stack, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { AtendimentoListado } from '#server/atendimento/wire'
import { FailureAlert } from '../shell/FailureAlert.tsx'
import { AtendimentoItem } from './AtendimentoItem.tsx'
import { useAtendimentosAbertos } from './useAtendimentosAbertos.ts'
import { useRefreshAbertos } from './useRefreshAbertos.ts'

/** The agent's open tickets that no window shows (`except`): what a cancelled or closed call left behind. */
export function AtendimentosAbertos({ except }: { except: number[] }) {
  const heading = useId()
  const { data, error, refetch } = useAtendimentosAbertos()
  useRefreshAbertos(refetch)
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
