import { CloseButton, Group, Paper, Text } from '@mantine/core'
import { useLigacoes } from '../ligacoes/LigacoesContext.ts'

/** What became of windows that went away by themselves; each stays until the agent has read it. */
export function Avisos() {
  const { avisos, dismissAviso } = useLigacoes()
  return (
    <div role="log" aria-label="Avisos">
      {avisos.map((aviso) => (
        <Paper key={aviso.id} withBorder px="sm" py={6} mb="xs">
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{aviso.texto}</Text>
            <CloseButton size="sm" aria-label="Dispensar aviso" onClick={() => dismissAviso(aviso.id)} />
          </Group>
        </Paper>
      ))}
    </div>
  )
}
