import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { sayBrokeOff } from '../linha/ligacaoQueries.ts'
import { PerdidasLink } from './PerdidasLink.tsx'

/** The agent says that the conversation broke off; said, it leads to where it is taken up again. */
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
