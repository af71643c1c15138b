import { Text } from '@mantine/core'

/** Says so when older ones are left out. */
export const MaisRecentes = ({ shown, total }: { shown: number; total: number }) =>
  shown < total && (
    <Text size="sm" c="dimmed" mt="xs">
      Os {shown} mais recentes de {total}.
    </Text>
  )
