'use client'
import { Alert, Button, Center, Group, Loader, Paper, Text, type TextProps, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { camposDe, sentenceOf } from './network/request.ts'

/** Nothing while there is no error. */
export function FailureAlert({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (!error) return null
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

interface Query {
  error: unknown
  refetch: () => Promise<unknown>
}

/** The failure of a query, which can be tried again. */
export const QueryFailure = ({ query: { error, refetch } }: { query: Query }) => (
  <FailureAlert error={error} onRetry={() => void refetch()} />
)

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
