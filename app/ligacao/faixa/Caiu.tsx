import { Anchor, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { FailureText } from '../../ui/feedback.tsx'
import { sayBrokeOff } from '../linha/ligacaoQueries.ts'

/** Records that the conversation broke off, then links to where it is returned. */
export function Caiu({ id }: { id: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => sayBrokeOff(id) })
  if (isSuccess) return <PerdidasLink />
  return (
    <>
      <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate()}>
        Caiu
      </Button>
      {error && <FailureText>{error.message}</FailureText>}
    </>
  )
}

export const PerdidasLink = () => (
  <Anchor component={Link} href="/perdidas" prefetch={false} size="sm" underline="always">
    Ver perdidas
  </Anchor>
)
