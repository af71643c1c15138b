import { Alert, Button, Stack, Text } from '@mantine/core'
import type { UsuarioAdministrado } from '#server/acesso/wire'
import { enumeracao } from '../../ui/format.ts'

interface TrocaProps {
  owners: readonly UsuarioAdministrado[]
  nome: string
  busy: boolean
  onSwap: () => void
}

/** Other users have the extension or internal id that was typed for `nome`: they can swap. */
export function TrocaAlert({ owners, nome, busy, onSwap }: TrocaProps) {
  const donos = enumeracao(owners.map((owner) => owner.nome))
  return (
    <Alert color="yellow" role="alert">
      <Stack gap="xs">
        <Text size="sm">
          {donos} {owners.length === 1 ? 'fica' : 'ficam'} com o que {nome} tem agora. As chamadas que tocam continuam
          onde estão.
        </Text>
        <Button
          size="sm"
          variant="default"
          h="auto"
          py={6}
          styles={{ label: { whiteSpace: 'normal' } }}
          loading={busy}
          onClick={onSwap}
        >
          Trocar com {donos}
        </Button>
      </Stack>
    </Alert>
  )
}

export const AlteradoAlert = ({ news, onContinue }: { news: readonly string[]; onContinue: () => void }) => (
  <Alert color="yellow" role="alert" title="Outra pessoa alterou este usuário">
    <Stack gap="xs">
      {news.map((line) => (
        <Text size="sm" key={line}>
          {line}
        </Text>
      ))}
      <Button size="sm" variant="default" onClick={onContinue}>
        Continuar sobre o que está salvo
      </Button>
    </Stack>
  </Alert>
)
