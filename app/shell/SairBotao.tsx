import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEditores } from '../atendimentos/EditoresContext.ts'
import { signOut } from '../sessao/signOut.ts'

/** Saves the unsaved words, then ends the session. */
export function SairBotao() {
  const { flushAll } = useEditores()
  const leave = useMutation({
    mutationFn: async () => {
      await flushAll()
      if (!(await signOut())) throw new Error('sign-out failed')
    },
  })
  return (
    <Button variant="default" size="sm" px="sm" loading={leave.isPending} onClick={() => leave.mutate()}>
      {leave.isError ? 'Sair (tentar de novo)' : 'Sair'}
    </Button>
  )
}
