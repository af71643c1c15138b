'use client'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ReloadButton } from '../ui/Atualizada.tsx'

/** A page that could not be drawn, or whose script did not come: the frame around it stands, and calls go on ringing. */
export default function PageFailed({ reset }: { reset: () => void }) {
  const client = useQueryClient()
  const drawAgain = () => {
    // What it was drawn from may be why: it is asked for again.
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
