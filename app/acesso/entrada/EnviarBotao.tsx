import { Button } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'

interface Props {
  loading: boolean
  children: ReactNode
}

/**
 * The submit button of a page's form. It does nothing until the page's script runs: before that, the browser itself
 * would submit the form, which would come back empty.
 */
export function EnviarBotao({ loading, children }: Props) {
  const ready = useMounted()
  return (
    <Button
      type={ready ? 'submit' : 'button'}
      aria-disabled={!ready || undefined}
      size="md"
      loading={loading}
      fullWidth
    >
      {children}
    </Button>
  )
}
