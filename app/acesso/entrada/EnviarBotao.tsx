import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'

interface Props {
  loading: boolean
  children: ReactNode
}

/** Sends the form of a whole page once its script runs: the browser itself would send it before, and it would come back empty. */
export function EnviarBotao({ loading, children }: Props) {
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
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
