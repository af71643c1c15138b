import { Anchor, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { type Ref, useLayoutEffect, useRef } from 'react'
import { FailureText } from '../../ui/feedback.tsx'
import { sayBrokeOff } from '../linha/ligacaoQueries.ts'

/** Records that the conversation broke off, then links to where it is returned. */
export function Caiu({ id }: { id: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => sayBrokeOff(id) })
  const link = useRef<HTMLAnchorElement>(null)
  useLayoutEffect(() => {
    // The pressed button had the focus.
    if (isSuccess && document.activeElement === document.body) link.current?.focus({ preventScroll: true })
  }, [isSuccess])
  if (isSuccess) return <PerdidasLink ref={link} />
  return (
    <>
      <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate()}>
        Caiu
      </Button>
      {error && <FailureText>{error.message}</FailureText>}
    </>
  )
}

export const PerdidasLink = ({ ref }: { ref?: Ref<HTMLAnchorElement> }) => (
  <Anchor ref={ref} component={Link} href="/perdidas" prefetch={false} size="sm" underline="always">
    Ver perdidas
  </Anchor>
)
