import { Alert, Button, Group } from '@mantine/core'
import { sentenceOf } from '../api/ApiError.ts'

/** The server's own sentence, and a way to try again where that makes sense. */
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
