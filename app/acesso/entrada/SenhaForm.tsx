'use client'
import { Alert, Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useState } from 'react'
import type * as z from 'zod'
import type { conviteAnswer } from '#server/acesso/wire'
import { FailureAlert, FormFailure, Loading, TelaInteira } from '../../ui/feedback.tsx'
import { camposDe, post } from '../../ui/network/request.ts'
import { useOneMutation } from '../../ui/network/useOneMutation.ts'
import { useSenhaNova } from './useSenhaNova.tsx'

/** The form with the pressed button is gone. */
const takeFocus = (link: HTMLElement | null) => link?.focus()

/** Where the link of an administrator leads: a person chooses their password, whoever may be signed in here. */
export function SenhaForm() {
  const [segredo, setSegredo] = useState<string | null>(null)
  useEffect(() => setSegredo(window.location.hash.slice(1)), [])
  const convite = useQuery({
    queryKey: ['convite', segredo],
    queryFn: async () => (await post<typeof conviteAnswer>('/api/senha/convite', { segredo })).usuario,
    enabled: segredo !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const nova = useSenhaNova()
  const save = useOneMutation({
    mutationFn: () => post<z.ZodUnknown>('/api/senha', { segredo, senha: nova.senha }),
  })
  const campos = camposDe(save.error)
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (nova.agree()) save.mutate()
  }
  return (
    <TelaInteira>
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={400}>
        <Stack>
          <Title order={1}>Nova senha</Title>
          {convite.isPending && <Loading texto="Conferindo o link" />}
          <FailureAlert error={convite.error} />
          {/* Who opens a used link again may only want to sign in. */}
          {convite.error && (
            <Anchor href="/entrar" underline="always">
              Entrar
            </Anchor>
          )}
          {save.isSuccess && (
            <Alert color="teal" role="status">
              <Stack gap="xs">
                <Text>A senha de {convite.data?.nome} é outra agora, e todas as telas em que estava pedem a nova.</Text>
                <Anchor ref={takeFocus} href="/entrar" underline="always">
                  Entrar
                </Anchor>
              </Stack>
            </Alert>
          )}
          {convite.data && !save.isSuccess && (
            <form onSubmit={submit} method="post" noValidate>
              <Stack>
                <Text>
                  Escolha a senha de <strong>{convite.data.nome}</strong>: pelo menos 10 caracteres, de preferência
                  várias palavras.
                </Text>
                <input
                  type="text"
                  name="usuario"
                  autoComplete="username"
                  value={convite.data.usuario}
                  readOnly
                  hidden
                />
                {nova.campos(campos.senha)}
                <FormFailure error={save.error} />
                <Button type="submit" size="md" loading={save.isPending} fullWidth>
                  Salvar senha
                </Button>
              </Stack>
            </form>
          )}
        </Stack>
      </Paper>
    </TelaInteira>
  )
}
