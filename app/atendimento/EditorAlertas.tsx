import { Alert, Button, Group, Text } from '@mantine/core'
import { useOpcoes } from './atendimentoQueries.ts'

interface Escolha {
  onTake: () => void
  onDismiss: () => void
}

/** Another tab saved other words meanwhile: nothing is lost unseen, and the agent decides. */
export function ConflitoAlert({ conflito, onTake, onDismiss }: Escolha & { conflito: string }) {
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

/** Another tab chose another reason at the same time. */
export function MotivoAlert({ motivo, onTake, onDismiss }: Escolha & { motivo: number }) {
  const nome = useOpcoes().data?.find(({ id }) => id === motivo)?.descricao ?? `motivo ${motivo}`
  return (
    <Alert color="yellow" title="Outra aba escolheu outro motivo" role="alert">
      <Text size="sm" mb="xs">
        O escolhido aqui foi mantido. O outro era “{nome}”.
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onTake}>
          Usar o outro motivo
        </Button>
        <Button size="xs" variant="subtle" onClick={onDismiss}>
          Manter o meu
        </Button>
      </Group>
    </Alert>
  )
}
