import { Text, type TextProps } from '@mantine/core'
import type { ComponentProps } from 'react'

interface Props extends TextProps, Omit<ComponentProps<'p'>, keyof TextProps> {}

/** Secondary text, such as the second line of a cell. */
export const Sub = (props: Props) => <Text size="sm" c="dimmed" {...props} />
