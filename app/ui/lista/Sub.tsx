import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Secondary text: the second line of a cell, or the text of an empty list. */
export const Sub = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)
