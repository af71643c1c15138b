import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOpcoes } from './atendimentoQueries.ts'

interface Escolha {
  onTake: () => void
  onDismiss: () => void
}

/** Another tab saved other words meanwhile: nothing is lost unseen, and the agent decides. */
export const ConflitoAlert = ({ conflito, ...escolha }: Escolha & { conflito: string }) => (
  <OutraAba titulo="Outra aba salvou um texto diferente" usar="Usar o outro texto" {...escolha}>
    <Text size="sm">O texto digitado aqui foi mantido. O outro era:</Text>
    <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} fs="italic">
      {conflito || '(vazio)'}
    </Text>
  </OutraAba>
)

/** Another tab chose another reason at the same time. */
export function MotivoAlert({ motivo, ...escolha }: Escolha & { motivo: number }) {
  const nome = useOpcoes().data?.find(({ id }) => id === motivo)?.descricao ?? `motivo ${motivo}`
  return (
    <OutraAba titulo="Outra aba escolheu outro motivo" usar="Usar o outro motivo" {...escolha}>
      <Text size="sm">O escolhido aqui foi mantido. O outro era “{nome}”.</Text>
    </OutraAba>
  )
}

type OutraAbaProps = Escolha & { titulo: string; usar: string; children: ReactNode }

const OutraAba = ({ titulo, usar, children, onTake, onDismiss }: OutraAbaProps) => (
  <Alert color="yellow" title={titulo} role="alert">
    {children}
    <Group gap="xs" mt="xs">
      <Button size="xs" variant="default" onClick={onTake}>
        {usar}
      </Button>
      <Button size="xs" variant="subtle" onClick={onDismiss}>
        Manter o meu
      </Button>
    </Group>
  </Alert>
)
