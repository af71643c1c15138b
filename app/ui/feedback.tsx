'use client'
import { Alert, Button, Center, Group, Loader, Paper, Text, type TextProps, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { camposDe, sentenceOf } from './network/request.ts'

export function FailureAlert({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <Alert color="red" role="alert" p="xs">
      <Group justify="space-between" gap="xs">
        {sentenceOf(error)}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Tentar de novo
          </Button>
        )}
      </Group>
    </Alert>
  )
}

/** A failure in one line, beside what failed. */
export const FailureText = (props: TextProps & { title?: string; children: ReactNode }) => (
  <Text size="sm" role="alert" c="var(--mantine-color-error)" {...props} />
)

/** How rows of the filters before look until the new ones come. */
export const dimmed = (desatualizada: boolean) => ({
  'aria-busy': desatualizada,
  style: { opacity: desatualizada ? 0.6 : 1 },
})

/** A form's failure, unless the fields show what is wrong. */
export const FormFailure = ({ error }: { error: Error | null }) =>
  error && Object.keys(camposDe(error)).length === 0 && <FailureAlert error={error} />

export const Loading = ({ texto }: { texto: string }) => (
  <Center role="status" p="md">
    <Loader size="sm" aria-hidden />
    <VisuallyHidden>{texto}</VisuallyHidden>
  </Center>
)

/** As tall as the first rows will be: nothing below jumps. */
export const ListaEspera = ({ texto, linhas = 8 }: { texto: string; linhas?: number }) => (
  <Paper withBorder mih={`${linhas * 3.75}rem`}>
    <Loading texto={texto} />
  </Paper>
)

/** A page without the desk's header. */
export const TelaInteira = ({ children }: { children: ReactNode }) => (
  <Center component="main" mih="100vh" p="md">
    {children}
  </Center>
)
