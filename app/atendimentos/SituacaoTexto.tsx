import { Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconCloudUp } from '@tabler/icons-react'
import type { Situacao } from './Editor.ts'

const words: Record<Situacao, string> = {
  salvo: 'Salvo',
  salvando: 'Salvando…',
  falhou: 'Não salvo – tentando de novo',
  recusado: 'Não salvo',
}

/** Whether the words are safe on the server, in one short line. */
export function SituacaoTexto({ situacao }: { situacao: Situacao }) {
  const Icon = situacao === 'salvo' ? IconCloudCheck : situacao === 'salvando' ? IconCloudUp : IconAlertTriangle
  const bad = situacao === 'falhou' || situacao === 'recusado'
  return (
    <Group
      gap={4}
      wrap="nowrap"
      role="status"
      data-situacao={situacao}
      c={bad ? 'var(--mantine-color-error)' : 'dimmed'}
    >
      <Icon size={16} aria-hidden />
      <Text size="sm" span>
        {words[situacao]}
      </Text>
    </Group>
  )
}
