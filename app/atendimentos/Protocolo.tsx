import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useCopy } from './useCopy.ts'

/** The protocol, large and in groups for reading aloud; what is copied are the bare digits. */
export function Protocolo({ protocolo, formatado }: { protocolo: string; formatado: string }) {
  const { copied, failed, copy } = useCopy()
  return (
    <div>
      <Text size="sm" c="dimmed">
        Protocolo
      </Text>
      <Group justify="space-between" gap="xs">
        <Text className="algarismos" fz={{ base: 24, xs: 28 }} fw={700} lh={1.2} data-protocolo={protocolo}>
          {formatado}
        </Text>
        <Button
          variant="light"
          size="xs"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => copy(protocolo)}
        >
          {copied ? 'Copiado' : 'Copiar protocolo'}
        </Button>
      </Group>
      <div role="status">
        {copied && <VisuallyHidden>O número está na área de transferência</VisuallyHidden>}
        {failed && <Text size="sm">Este navegador não deixa copiar. Selecione o número: {protocolo}</Text>}
      </div>
    </div>
  )
}
