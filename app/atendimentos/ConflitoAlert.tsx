import { Alert, Button, Group, Text } from '@mantine/core'

interface Props {
  conflito: string
  onTake: () => void
  onDismiss: () => void
}

/** Another tab saved other words meanwhile: nothing is lost unseen, and the agent decides. */
export function ConflitoAlert({ conflito, onTake, onDismiss }: Props) {
  return (
    <Alert color="yellow" title="Outra aba salvou um texto diferente" role="alert">
      <Text size="sm">O texto digitado aqui foi mantido. O outro era:</Text>
      <Text size="sm" my="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} fs="italic">
        {conflito || '(vazio)'}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onTake}>
          Usar o outro texto
        </Button>
        <Button size="xs" variant="subtle" onClick={onDismiss}>
          Manter o meu
        </Button>
      </Group>
    </Alert>
  )
}
