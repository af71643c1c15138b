import { Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** A titled part of the page. */
export function Secao({ titulo, children }: { titulo: string; children: ReactNode }) {
  const id = useId()
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb="xs">
        {titulo}
      </Title>
      {children}
    </Paper>
  )
}
