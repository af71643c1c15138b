import { Box, Button, Group, Paper, Text } from '@mantine/core'
import type { AtendimentoListado } from '#server/atendimento/wire'
import { AtendimentoEditor } from './AtendimentoEditor.tsx'
import { useEditor } from './EditoresContext.ts'

interface Props {
  item: AtendimentoListado
  opened: boolean
  onToggle: () => void
}

export function AtendimentoItem({ item, opened, onToggle }: Props) {
  const { editor } = useEditor(item)
  return (
    <Paper component="article" aria-label={`Atendimento ${item.protocolo_formatado}`} withBorder p="sm">
      <Group justify="space-between" gap="xs">
        <Box miw={0}>
          <Text fw={600}>{item.cliente.nome_razaosocial}</Text>
          <Text size="sm" c="dimmed" className="algarismos">
            {item.protocolo_formatado} · código {item.cliente.codigo_cliente}
          </Text>
        </Box>
        <Group gap="xs">
          {editor.unsaved && (
            <Text size="sm" c="var(--mantine-color-error)">
              Texto não salvo
            </Text>
          )}
          <Button size="xs" variant="light" aria-expanded={opened} onClick={onToggle}>
            {opened ? 'Recolher' : 'Retomar'}
          </Button>
        </Group>
      </Group>
      {opened && (
        <Box mt="sm" maw={760}>
          <AtendimentoEditor atendimento={item} />
        </Box>
      )}
    </Paper>
  )
}
