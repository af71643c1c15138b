import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { sayBrokeOff } from '../linha/ligacaoQueries.ts'
import { PerdidasLink } from './PerdidasLink.tsx'

/** Records that the conversation broke off, then links to where it is returned. */
export function Caiu({ id }: { id: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => sayBrokeOff(id) })
  if (isSuccess) return <PerdidasLink />
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        style={{ flexShrink: 0 }}
        loading={isPending}
        onClick={() => mutate()}
      >
        Caiu
      </Button>
      {error && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {error.message}
        </Text>
      )}
    </>
  )
}
