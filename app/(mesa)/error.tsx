'use client'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ReloadButton } from '../ui/parts/Atualizada.tsx'

/** A page could not be drawn, or its script did not come. The frame around it stays, and calls still ring. */
export default function PageFailed({ reset }: { reset: () => void }) {
  const client = useQueryClient()
  const drawAgain = () => {
    // The data may be the cause, so it is fetched again.
    client.removeQueries({ type: 'inactive' })
    reset()
  }
  return (
    <Alert color="red" role="alert" title="Esta página falhou">
      <Text size="sm">Suas chamadas e atendimentos continuam guardados.</Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={drawAgain}>
          Desenhar de novo
        </Button>
        <ReloadButton />
      </Group>
    </Alert>
  )
}
