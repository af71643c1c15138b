import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOpcoes } from '../atendimentoQueries.ts'

interface Escolha {
  onTake: () => void
  onDismiss: () => void
}

/** Somebody saved other words meanwhile. Those stand, and nothing is saved here until the agent decides. */
export const ConflitoAlert = ({ conflito, ...escolha }: Escolha & { conflito: string }) => (
  <div data-conflito tabIndex={-1}>
    <OutraAba
      titulo="Outra aba ou outro computador salvou um texto diferente"
      takeLabel="Usar o outro texto"
      {...escolha}
    >
      <Text size="sm">
        Vale o texto salvo lá. O que você digitou aqui não foi salvo, e nada será até você escolher, nem o atendimento
        fechado. Lá está:
      </Text>
      <Citado texto={conflito} />
    </OutraAba>
  </div>
)

/** The words written here were saved, and another tab replaced them. */
export const TrocadoAlert = ({ trocado, ...escolha }: Escolha & { trocado: string }) => (
  <OutraAba
    titulo="Este texto foi trocado em outra aba"
    takeLabel="Voltar ao meu texto"
    keepLabel="Deixar assim"
    {...escolha}
  >
    <Text size="sm">Vale o texto acima, salvo lá. O que você tinha escrito aqui era:</Text>
    <Citado texto={trocado} />
  </OutraAba>
)

const Citado = ({ texto }: { texto: string }) => (
  <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} fs="italic">
    {texto || '(vazio)'}
  </Text>
)

export function MotivoAlert({ motivo, ...escolha }: Escolha & { motivo: number }) {
  const nome = useOpcoes().data?.find(({ id }) => id === motivo)?.descricao ?? `motivo ${motivo}`
  return (
    <OutraAba titulo="Outra aba escolheu outro motivo" takeLabel="Usar o outro motivo" {...escolha}>
      <Text size="sm">O escolhido aqui foi mantido. O outro era “{nome}”.</Text>
    </OutraAba>
  )
}

type OutraAbaProps = Escolha & { titulo: string; takeLabel: string; keepLabel?: string; children: ReactNode }

const OutraAba = ({ titulo, takeLabel, keepLabel = 'Manter o meu', children, onTake, onDismiss }: OutraAbaProps) => (
  <Alert color="yellow" title={titulo} role="alert">
    {children}
    <Group gap="xs" mt="xs">
      <Button size="xs" variant="default" onClick={onTake}>
        {takeLabel}
      </Button>
      <Button size="xs" variant="subtle" onClick={onDismiss}>
        {keepLabel}
      </Button>
    </Group>
  </Alert>
)
