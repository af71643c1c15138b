import { Button, type ButtonProps, Group, Text } from '@mantine/core'
import { useRecusaAfter } from '../parts/useRecusa.tsx'
import { useStrayPress } from '../parts/useStrayPress.ts'
import cartoes from './cartoes.module.css'

/** Says whether an option of a list is still offered. */
export const EmUso = ({ ativo }: { ativo: boolean }) => (
  <Text size="sm" c={ativo ? 'dimmed' : undefined} fw={ativo ? 400 : 600} style={{ whiteSpace: 'nowrap' }}>
    {ativo ? 'Em uso' : 'Fora de uso'}
  </Text>
)

/**
 * For a list of options: a press right after rows moved under the hand was meant for another row. The failure of a
 * change stands above them and moves them, too.
 */
export const useFirme = (ids: readonly number[], falhou: boolean) =>
  useRecusaAfter([...ids, ...(falhou ? ['falha'] : [])].join(), () => document.activeElement)

interface Props extends Pick<ButtonProps, 'size' | 'className' | 'loading'> {
  nome: string
  ativo: boolean
  onToggle: () => void
}

/** Takes an option out of use, or puts it back into use. */
export function UsoBotao({ nome, ativo, onToggle, ...button }: Props) {
  const isStray = useStrayPress()
  const ato = ativo ? 'Tirar de uso' : 'Pôr em uso'
  return (
    <Button
      variant="subtle"
      style={{ flexShrink: 0 }}
      aria-label={`${ato}: ${nome}`}
      onClick={() => isStray(nome) || onToggle()}
      {...button}
    >
      {ato}
    </Button>
  )
}

/** Both, as the last cell of an option's row. */
export const Uso = (uso: Props) => (
  <Group gap="xs" wrap="nowrap" justify="space-between">
    <EmUso ativo={uso.ativo} />
    <UsoBotao size="compact-sm" className={cartoes.quieta} {...uso} />
  </Group>
)
