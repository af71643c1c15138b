import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** The second line of a cell, or what stands where there is none. */
export const Sub = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)
