import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Sessao } from '#server/acesso/wire'
import { FailureAlert, Loading, QueryFailure } from '../ui/feedback.tsx'
import { contagem, quando } from '../ui/format.ts'
import { useFocusReturns } from '../ui/parts/useFocusReturns.ts'
import { useFocusStays } from '../ui/parts/useFocusStays.ts'
import { useRecusaAfter } from '../ui/parts/useRecusa.tsx'
import { signOutEverywhere, useEndSessao, useSessoes } from './acessoQueries.ts'
import { useUsuario } from './Usuario.tsx'

interface Props {
  aberto: boolean
  onClose: () => void
  first: () => Promise<void>
}

export function SessoesModal({ aberto, onClose, first }: Props) {
  useFocusReturns(aberto)
  const sessoes = useSessoes(aberto)
  const { id } = useUsuario()
  const leave = useMutation({ mutationFn: () => first().then(() => signOutEverywhere(id)) })
  return (
    <Modal opened={aberto} onClose={() => !leave.isPending && onClose()} title="Sair de todos os dispositivos" centered>
      <Stack>
        <Text>
          Todas as telas em que você entrou vão pedir a senha de novo, esta também. Faça isto se esqueceu uma tela
          aberta ou se desconfia que alguém usa a sua conta; nesse caso, peça também uma senha nova ao administrador.
        </Text>
        <QueryFailure query={sessoes} />
        {sessoes.isPending && <Loading texto="Carregando as sessões" />}
        {sessoes.data && <Sessoes sessoes={sessoes.data} />}
        <FailureAlert error={leave.error} />
        <Group>
          <Button color="red" loading={leave.isPending} onClick={() => leave.mutate()}>
            Sair de todos
          </Button>
          <Button variant="default" disabled={leave.isPending} onClick={onClose} data-autofocus>
            Voltar
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const Sessoes = ({ sessoes }: { sessoes: readonly Sessao[] }) => <SessoesLista sessoes={sessoes} end={useEndSessao()} />

interface ListaProps {
  sessoes: readonly Sessao[]
  /** The mutation that ends the session with this id. */
  end: Pick<ReturnType<typeof useEndSessao>, 'isPending' | 'error'> & {
    variables: number | null | undefined
    mutate: (id: number) => void
  }
}

/** Where somebody is signed in, each with a button that ends it. */
export function SessoesLista({ sessoes, end }: ListaProps) {
  // The session below moves to the place of one that ends.
  const { guard, aviso } = useRecusaAfter(sessoes.map(({ id }) => id).join())
  return (
    <Stack {...guard} gap="xs">
      <Text size="sm" fw={600}>
        {contagem(sessoes.length, 'sessão', 'sessões')}
      </Text>
      <Stack {...useFocusStays()} component="ul" aria-label="Sessões" gap="xs">
        {sessoes.map(({ id, navegador, ip, criada_em, atual }) => (
          <Group component="li" key={id} justify="space-between" wrap="nowrap" gap="xs">
            <div style={{ minWidth: 0 }}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {nomeDoNavegador(navegador)}
                {ip && ` · ${ip}`}
              </Text>
              <Text size="xs" c="dimmed">
                desde {quando(criada_em)}
              </Text>
            </div>
            {atual ? (
              <Badge style={{ flexShrink: 0 }}>Esta tela</Badge>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                style={{ flexShrink: 0 }}
                loading={end.isPending && end.variables === id}
                onClick={() => end.mutate(id)}
                aria-label={`Encerrar a sessão de ${nomeDoNavegador(navegador)}, desde ${quando(criada_em)}`}
              >
                Encerrar
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {aviso}
      <FailureAlert error={end.error} />
    </Stack>
  )
}

/** The first match counts: browsers also claim to be others, so the more specific name comes first. */
const navegadores = { Edge: /Edg/, Opera: /OPR/, Firefox: /Firefox/, Chrome: /Chrom/, Safari: /Safari/ }
const sistemas = { Android: /Android/, iOS: /iPhone|iPad/, Windows: /Windows/, macOS: /Mac OS/, Linux: /Linux/ }

function nomeDoNavegador(userAgent: string | null): string {
  const named = (known: Record<string, RegExp>) =>
    Object.entries(known).find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  const [navegador, sistema] = [named(navegadores), named(sistemas)]
  if (!navegador) return 'Navegador desconhecido'
  return sistema ? `${navegador} no ${sistema}` : navegador
}
